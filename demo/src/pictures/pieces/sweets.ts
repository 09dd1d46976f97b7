import type { Place, Scene } from '../scene.ts';
import { blob, box, curve, ellipse, polygon, scatter, type Point } from '../shapes.ts';

/** A block of galamai: dark toffee of rice flour and palm sugar. */
export function toffee(scene: Scene, place: Place, width: number, depth: number, base: number): void {
  const { random } = scene;
  scene.within(place, () => {
    scene.fill(box(width, depth, 14), '#2a0f06', { base: base + 8, gloss: 0.8 });
    scene.fill(box(width * 0.96, depth * 0.92, 16), ['#7a3a18', '#5f2a10', '#3c1808'], {
      base,
      gloss: 1,
      rough: 0.3,
      profile: [
        [0, base + 46],
        [0.6, base + 45],
        [0.9, base + 38],
        [1, base + 22],
      ],
    });
    for (const [x, y] of scatter(random, 7, width * 0.38, depth * 0.32))
      scene.fill(blob(random, 7, 5, 0.25, 6), '#c08a50', { base: base + 44, rise: 4, gloss: 0.6 }, { x, y }, 0.8);
    scene.line(
      curve([
        [-width * 0.36, -depth * 0.2],
        [0, -depth * 0.27],
        [width * 0.34, -depth * 0.2],
      ]),
      '#c87a40',
      7,
      null,
      {},
      0.35,
    );
  });
}

/** Pinyaram: a fried disc, thick in the middle, with a thin crisp edge. */
export function pinyaram(scene: Scene, place: Place, radius: number, base: number): void {
  const { random } = scene;
  scene.within(place, () => {
    const edge = Array.from({ length: 34 }, (_, index): Point => {
      const angle = (index / 34) * Math.PI * 2;
      const reach = radius * (1 + (index % 2 === 0 ? 0.02 : -0.035) + random.near(0.02));
      return [Math.cos(angle) * reach, Math.sin(angle) * reach];
    });
    scene.fill(curve(edge, true), ['#a4602a', '#8a4a1c', '#6a3210', '#c08040'], {
      base,
      gloss: 0.55,
      rough: 0.55,
      profile: [
        [0, base + 34],
        [0.35, base + 32],
        [0.62, base + 20],
        [0.82, base + 11],
        [0.94, base + 13],
        [1, base + 7],
      ],
    });
    for (const [x, y] of scatter(random, 30, radius * 0.9))
      scene.fill(
        ellipse(random.between(2, 6)),
        random.pick(['#5a2a0c', '#d69a58', '#7a4018']),
        { base: base + 22, rise: 3, gloss: 0.5 },
        { x, y },
        0.6,
      );
  });
}

/** A fried ball of mashed banana. */
export function godok(scene: Scene, place: Place, radius: number, base: number): void {
  const { random } = scene;
  scene.within(place, () => {
    scene.fill(blob(random, radius, radius * 0.93, 0.07), ['#c8782c', '#a4551a', '#6f320c'], {
      base,
      rise: radius * 0.86,
      gloss: 0.65,
      rough: 0.65,
    });
    for (const [x, y] of scatter(random, 13, radius * 0.7))
      scene.fill(
        blob(random, random.between(4, 12), random.between(3, 7), 0.3, 6),
        random.pick(['#e09a4a', '#5a260a', '#8a4212']),
        null,
        { x, y, turn: random.next() * 180 },
        0.5,
      );
  });
}

/** A closed lapek: banana leaf folded into a pyramid, from above. */
export function leafPyramid(scene: Scene, place: Place, side: number, base: number): void {
  const half = side / 2;
  scene.within(place, () => {
    for (let step = 0; step < 12; step += 1) {
      const reach = half * (1 - step / 13);
      const square = box(reach * 2, reach * 2, 8);
      if (step === 0) scene.fill(square, '#4d8a38', { base, gloss: 0.35, rough: 0.14 });
      else scene.fill(square, '#4d8a38', { base: base + step * 7, gloss: 0.35, rough: 0.14 });
    }
    const faces: readonly [Point, Point, string][] = [
      [[-half, -half], [half, -half], '#5f9c44'],
      [[half, -half], [half, half], '#437d32'],
      [[half, half], [-half, half], '#3a702c'],
      [[-half, half], [-half, -half], '#68a74b'],
    ];
    for (const [from, to, colour] of faces) {
      scene.fill(polygon([[0, 0], from, to]), colour, null);
      for (let vein = 1; vein < 7; vein += 1) {
        const share = vein / 7;
        scene.line(
          `M${from[0] + (to[0] - from[0]) * share} ${from[1] + (to[1] - from[1]) * share}L${(from[0] + (to[0] - from[0]) * share) * 0.12} ${(from[1] + (to[1] - from[1]) * share) * 0.12}`,
          '#8fc067',
          2.5,
          null,
          {},
          0.4,
        );
      }
      scene.line(`M0 0L${from[0]} ${from[1]}`, '#2c5a22', 4, null, {}, 0.8);
    }
    scene.line('M-30 6q30 -20 60 2', '#c9a15e', 7, { base: base + 78, rise: 6 });
  });
}

/** A slice of lamang: glutinous rice in a ring of banana leaf. */
export function lamang(scene: Scene, place: Place, radius: number, base: number): void {
  const { random } = scene;
  scene.within(place, () => {
    scene.fill(ellipse(radius), ['#7d9a48', '#5f7d34'], {
      base,
      gloss: 0.3,
      profile: [
        [0, base + 46],
        [0.9, base + 48],
        [1, base],
      ],
    });
    scene.fill(ellipse(radius * 0.92), ['#fbf6e6', '#f5eed9', '#e8dcbb'], {
      base,
      gloss: 0.55,
      rough: 0.5,
      profile: [
        [0, base + 46],
        [0.9, base + 44],
        [1, base + 36],
      ],
    });
    for (const [x, y] of scatter(random, 46, radius * 0.82))
      scene.fill(
        ellipse(9, 4.4),
        random.pick(['#fffdf4', '#efe5c8', '#f9f3e0']),
        { base: base + 44, rise: 4, gloss: 0.6 },
        { x, y, turn: random.next() * 180 },
        0.85,
      );
  });
}

/** A rice cracker of whole grains, with a thread of palm sugar. */
export function batiah(scene: Scene, place: Place, radius: number, base: number, sugar = '#7a3a12'): void {
  const { random } = scene;
  scene.within(place, () => {
    scene.fill(blob(random, radius, radius * 0.96, 0.04, 16), ['#f2dfae', '#e9cf94', '#d3ae68'], {
      base: base + 6,
      rise: 8,
      rough: 0.6,
      gloss: 0.2,
    });
    for (const [x, y] of scatter(random, Math.round(radius * 1.25), radius * 0.93)) {
      scene.fill(
        ellipse(11, 6),
        random.pick(['#fbf0cf', '#f3e0b0', '#e8cb8c', '#f7e8c0']),
        { base: base + 10, rise: 9, gloss: 0.3, rough: 0.2 },
        { x, y, turn: random.next() * 180 },
      );
    }
    const thread = Array.from({ length: 26 }, (_, step): Point => {
      const angle = step * 0.62;
      return [Math.cos(angle) * radius * (0.1 + step * 0.026), Math.sin(angle) * radius * (0.1 + step * 0.026)];
    });
    scene.line(curve(thread), sugar, 11, { base: base + 18, rise: 7, gloss: 1 });
  });
}

/** Pressed sweet rice in a lozenge: bareh randang. */
export function lozenge(scene: Scene, place: Place, length: number, base: number, colours: readonly string[]): void {
  const { random } = scene;
  scene.within(place, () => {
    const outline = polygon([
      [-length / 2, 0],
      [0, -length * 0.34],
      [length / 2, 0],
      [0, length * 0.34],
    ]);
    scene.fill(outline, colours.at(-1)!, { base: base + 10, rough: 0.4 });
    scene.fill(
      outline,
      colours,
      {
        base,
        gloss: 0.25,
        rough: 0.75,
        profile: [
          [0, base + 34],
          [0.7, base + 33],
          [1, base + 24],
        ],
      },
      { scale: 0.93 },
    );
    for (const [x, y] of scatter(random, 16, length * 0.3, length * 0.19))
      scene.fill(blob(random, 4, 3, 0.2, 5), '#fffaf0', null, { x, y }, 0.55);
  });
}
