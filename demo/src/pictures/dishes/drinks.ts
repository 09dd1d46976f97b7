import { herb, lime } from '../pieces/garnish.ts';
import { napkin } from '../pieces/props.ts';
import { gravy } from '../pieces/sauces.ts';
import { godok } from '../pieces/sweets.ts';
import type { Scene } from '../scene.ts';
import { blob, ellipse, scatter } from '../shapes.ts';
import { bowl, bowlLevel, plateLevel, plate } from '../tableware.ts';
import type { Recipe } from './recipe.ts';

/** A cinnamon stick. */
function cinnamon(scene: Scene, x: number, y: number, turn: number): void {
  scene.within({ x, y, turn }, () => {
    for (const side of [-1, 1])
      scene.line(
        'M-110 0H110',
        side < 0 ? '#9a5a2a' : '#84481e',
        30,
        { base: 22, rise: 26, rough: 0.5 },
        { y: side * 14 },
      );
    scene.line('M-110 0H110', '#4a240c', 6, { base: 24 });
  });
}

/** A colour between two, all written as #rrggbb. */
function blend(from: string, to: string, share: number): string {
  const part = (at: number): number =>
    Math.round(parseInt(from.slice(at, at + 2), 16) * (1 - share) + parseInt(to.slice(at, at + 2), 16) * share);
  return `rgb(${part(1)},${part(3)},${part(5)})`;
}

/** A tall glass seen at a slant, its layers given from the top as [share of the height, colour]. */
function tallGlass(scene: Scene, layers: readonly (readonly [upTo: number, colour: string])[], foam: () => void): void {
  const [top, bottom, wide, narrow] = [-330, 370, 220, 150];
  const widthAt = (share: number): number => wide + (narrow - wide) * share;
  const band = (from: number, to: number): string => {
    const [y1, y2, w1, w2] = [top + (bottom - top) * from, top + (bottom - top) * to, widthAt(from), widthAt(to)];
    return `M${-w1} ${y1}L${-w2} ${y2}A${w2} ${w2 * 0.36} 0 0 0 ${w2} ${y2}L${w1} ${y1}A${w1} ${w1 * 0.36} 0 0 1 ${-w1} ${y1}Z`;
  };
  const wall = {
    base: 60,
    round: 'x',
    gloss: 0.5,
    profile: [
      [0, 150],
      [0.62, 150],
      [0.8, 134],
      [0.92, 104],
      [1, 60],
    ],
  } as const;
  scene.fill(ellipse(narrow * 1.7, narrow * 0.62, 0, bottom + 22), ['#e9e2d2', '#f6f1e6', '#d8cfbc'], {
    base: 24,
    gloss: 0.6,
    profile: [
      [0, 30],
      [0.7, 30],
      [0.9, 42],
      [1, 24],
    ],
  });
  scene.fill(band(0, 1.03), '#d9d6cc', wall, {}, 0.9);
  const [first, ...rest] = layers;
  let [from, above] = first!;
  scene.within({ scale: 0.955 }, () => {
    scene.fill(band(0.05, from), above, null);
    for (const [upTo, colour] of rest) {
      // Layers bleed into each other over the first part of each.
      for (const share of [0.25, 0.5, 0.75, 1]) {
        scene.fill(band(from - 0.02 + share * 0.03, upTo), blend(above, colour, share), null);
      }
      [from, above] = [upTo, colour];
    }
  });
  scene.line(`M${-wide * 0.7} ${top + 110}L${-narrow * 0.72} ${bottom - 20}`, '#fffaf0', 26, null, {}, 0.3);
  scene.line(`M${-wide * 0.52} ${top + 130}L${-narrow * 0.54} ${bottom - 60}`, '#fffaf0', 9, null, {}, 0.25);
  scene.line(`M${wide * 0.8} ${top + 120}L${narrow * 0.82} ${bottom - 40}`, '#fffaf0', 10, null, {}, 0.22);
  scene.fill(ellipse(wide, wide * 0.36, 0, top), '#e4e0d6', {
    base: 130,
    gloss: 1,
    profile: [
      [0, 140],
      [0.9, 152],
      [0.96, 168],
      [1, 130],
    ],
  });
  scene.within({ y: top + 10 }, foam);
}

export const drinks: Record<string, Recipe> = {
  'Teh Talua': {
    grounds: ['ebony', 'redMat', 'blue'],
    upright: true,
    draw(scene, variant) {
      if (variant === 1) napkin(scene, { x: 220, y: 320, turn: -14 }, '#e8ddc4', '#b5342a');
      lime(scene, { x: 330, y: 330, turn: 20 }, 24, 78);
      lime(scene, { x: 430, y: 230, turn: 70 }, 24, 64);
      cinnamon(scene, -360, 340, -30);
      tallGlass(
        scene,
        [
          [0.24, '#f1d9a2'],
          [0.34, '#e2b368'],
          [0.46, '#cf8a38'],
          [0.62, '#b3601e'],
          [0.8, '#8f3f10'],
          [0.9, '#b8763c'],
          [1.01, '#f0dcb4'],
        ],
        () => {
          scene.fill(ellipse(196, 66), ['#fbeccb', '#f5dfb0', '#e6c386'], {
            base: 150,
            gloss: 0.5,
            rough: 0.5,
            rise: 8,
          });
          for (const [x, y] of scatter(scene.random, 90, 180, 56)) {
            const size = scene.random.between(3, 11);
            scene.fill(
              ellipse(size, size * 0.7),
              scene.random.pick(['#fff6e0', '#efd29a', '#f9e6bf']),
              { base: 152, rise: size * 0.8, gloss: 0.9 },
              { x, y },
              0.85,
            );
          }
          for (const [x, y] of scatter(scene.random, 26, 120, 36))
            scene.fill(blob(scene.random, 4, 2.6, 0.2, 5), '#8a4a1c', null, { x, y }, 0.6);
        },
      );
    },
  },
  'Kawa Daun': {
    grounds: ['mat', 'slate', 'teak'],
    draw(scene) {
      cinnamon(scene, -330, 390, -24);
      herb(scene, { x: 370, y: -380, turn: 36 }, 22, 210, '#6b5a2a');
      herb(scene, { x: 410, y: -270, turn: 80 }, 22, 180, '#7a6a32');
      scene.fill(ellipse(420), '#8a5a2c', { base: 24, rough: 0.3 }, { x: -70, y: -60 });
      for (const reach of [412, 380, 348]) {
        scene.line(ellipse(reach), '#c79a56', 36, { base: 24, rise: 20, gloss: 0.3, rough: 0.3 }, { x: -70, y: -60 });
      }
      scene.within({ x: -70, y: -60, scale: 0.82 }, () =>
        bowl(scene, 410, 'coconut', (mouth) => {
          gravy(
            scene,
            ellipse(mouth),
            mouth,
            mouth,
            bowlLevel,
            { colour: ['#8a4212', '#6f300a', '#4a1c05'], oil: '#83400f', flecks: ['#4a1c05'], gloss: 0.9, rough: 0.06 },
            10,
          );
          for (const [x, y] of [
            ...scatter(scene.random, 40, 60, 30).map(([x, y]) => [x - 170, y - 190] as const),
            ...scatter(scene.random, 24, 40, 24).map(([x, y]) => [x + 190, y + 170] as const),
          ]) {
            scene.fill(
              ellipse(scene.random.between(4, 10)),
              '#b9743a',
              { base: bowlLevel, rise: 3, gloss: 1 },
              { x, y },
              0.5,
            );
          }
          for (const [reach, opacity] of [
            [1, 0.1],
            [0.9, 0.12],
            [0.8, 0.14],
          ] as const)
            scene.fill(ellipse(150 * reach, 62 * reach), '#ffdca8', null, { x: -120, y: -190, turn: -28 }, opacity);
        }),
      );
      scene.within({ x: 285, y: 275, scale: 0.62 }, () => {
        plate(scene, 350, 'enamel');
        for (const [x, y] of [
          [-90, -60],
          [80, -80],
          [0, 80],
        ] as const)
          godok(scene, { x, y, turn: x }, 100, plateLevel);
      });
    },
  },
};
