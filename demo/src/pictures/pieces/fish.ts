import type { Place, Scene } from '../scene.ts';
import { blob, curve, ellipse, leaf, type Point } from '../shapes.ts';

/** A whole fish from above its side, head at the left. */
export function fish(
  scene: Scene,
  place: Place,
  length: number,
  base: number,
  skin: readonly string[],
  scored = true,
): void {
  const { random } = scene;
  const half = length / 2;
  const belly = length * 0.17;
  scene.within(place, () => {
    const tail = curve(
      [
        [half * 0.72, 0],
        [half * 1.02, -belly * 0.95],
        [half * 1.12, -belly * 0.8],
        [half * 0.98, 0],
        [half * 1.12, belly * 0.8],
        [half * 1.02, belly * 0.95],
      ],
      true,
    );
    scene.fill(tail, skin.at(-1)!, { base, rise: 9, gloss: 0.5, rough: 0.5 });
    for (const side of [-1, 1]) {
      scene.fill(
        leaf(length * 0.3, belly * 0.32),
        skin.at(-1)!,
        { base, rise: 8, gloss: 0.5, rough: 0.5 },
        { x: length * 0.02, y: side * belly * 0.98, turn: side * 9 },
      );
    }
    const body: Point[] = [
      [-half, 0],
      [-half * 0.8, -belly * 0.62],
      [-half * 0.35, -belly],
      [half * 0.2, -belly * 0.8],
      [half * 0.8, -belly * 0.22],
      [half * 0.8, belly * 0.22],
      [half * 0.2, belly * 0.86],
      [-half * 0.35, belly * 1.02],
      [-half * 0.8, belly * 0.66],
    ];
    const outline = curve(body, true);
    scene.fill(outline, skin, { base, rise: belly * 0.9, gloss: 0.85, rough: 0.35 });
    let scales = '';
    for (let row = -3; row <= 3; row += 1) {
      for (let column = 0; column < 9; column += 1) {
        const along = column * 0.125 + (row % 2) * 0.06;
        const [x, y] = [half * (along - 0.38), row * belly * 0.25 * (1 - along * 0.5)];
        scales += `M${x.toFixed(1)} ${(y - belly * 0.12).toFixed(1)}q${(belly * 0.14).toFixed(1)} ${(belly * 0.12).toFixed(1)} 0 ${(belly * 0.24).toFixed(1)}`;
      }
    }
    scene.line(scales, skin.at(-1)!, 3, null, {}, 0.45);
    if (scored) {
      for (const x of [-0.22, 0.05, 0.32]) {
        const cut = `M${half * x - 8} ${-belly * 0.55}q22 ${belly * 0.55} 0 ${belly * 1.1}`;
        scene.line(cut, '#4a1a08', 12, { base: base + belly * 0.55, gloss: 0.3 }, {}, 0.75);
        scene.line(cut, '#f0cf9a', 5, null, { x: 6 }, 0.5);
      }
    }
    scene.line(
      `M${-half * 0.56} ${-belly * 0.72}q${half * 0.16} ${belly * 0.72} 0 ${belly * 1.46}`,
      '#3a1608',
      6,
      null,
      {},
      0.5,
    );
    scene.line(
      curve([
        [-half * 0.5, 0],
        [0, belly * 0.05],
        [half * 0.75, 0],
      ]),
      skin[0]!,
      5,
      null,
      {},
      0.6,
    );
    scene.fill(
      ellipse(belly * 0.11),
      '#e6d9bd',
      { base: base + belly * 0.5, rise: 7, gloss: 0.9 },
      { x: -half * 0.76, y: -belly * 0.16 },
    );
    scene.fill(ellipse(belly * 0.065), '#3a2a1c', null, { x: -half * 0.76, y: -belly * 0.16 });
    scene.line(
      `M${-half * 0.99} ${belly * 0.1}q${half * 0.1} ${belly * 0.1} ${half * 0.17} ${belly * 0.04}`,
      '#2a0f04',
      5,
      null,
      {},
      0.6,
    );
    for (let index = 0; index < 10; index += 1) {
      const [x, y] = [random.near(half * 0.7), random.near(belly * 0.6)];
      scene.fill(blob(random, random.between(5, 14), 5, 0.3, 6), skin[0]!, null, { x, y }, 0.4);
    }
  });
}

/** Bilih: a fried fish as long as a finger. */
export function smallFish(scene: Scene, place: Place, length: number, base: number): void {
  const { random } = scene;
  const skin = random.pick([
    ['#c98a44', '#a86a2c', '#6d3d14'],
    ['#b97a3a', '#96591f', '#5d3210'],
    ['#d69a54', '#b27634', '#7a4618'],
  ]);
  scene.within(place, () => {
    const bend = random.near(length * 0.1);
    const half = length / 2;
    const tail: Point[] = [
      [half * 0.75, bend * 0.3],
      [half * 1.15, bend - length * 0.1],
      [half * 1.02, bend * 0.5],
      [half * 1.15, bend + length * 0.1],
    ];
    scene.fill(curve(tail, true), skin[2]!, { base: base + 4, rise: 5, gloss: 0.4 });
    const body: Point[] = [
      [-half, 0],
      [-half * 0.6, -length * 0.11],
      [0, -length * 0.12 + bend * 0.4],
      [half * 0.8, bend * 0.4 - 4],
      [half * 0.8, bend * 0.4 + 4],
      [0, length * 0.11 + bend * 0.4],
      [-half * 0.6, length * 0.11],
    ];
    scene.fill(curve(body, true), skin, { base, rise: length * 0.17, gloss: 0.7, rough: 0.5 });
    scene.line(
      curve([
        [-half * 0.5, 0],
        [0, bend * 0.4],
        [half * 0.7, bend * 0.4],
      ]),
      '#f0cf94',
      3.5,
      null,
      {},
      0.55,
    );
    scene.fill(ellipse(5), '#f6ead0', { base: base + 12, rise: 4, gloss: 0.8 }, { x: -half * 0.74, y: -5 });
    scene.fill(ellipse(2.6), '#1a0f08', null, { x: -half * 0.74, y: -5 });
  });
}
