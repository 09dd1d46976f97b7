import type { Place, Scene } from '../scene.ts';
import { blob, chunk, curve, ellipse, ring, scatter, type Point } from '../shapes.ts';

/** Daun ubi: boiled cassava leaves in a soft dark heap. */
export function cassavaLeaves(scene: Scene, place: Place, rx: number, ry: number, base: number): void {
  const { random } = scene;
  scene.within(place, () => {
    scene.fill(blob(random, rx, ry, 0.12), ['#3d6a2a', '#2c5220', '#22421a'], {
      base,
      rise: 26,
      rough: 0.6,
      gloss: 0.5,
    });
    for (const [x, y] of scatter(random, Math.round((rx * ry) / 150), rx * 0.92, ry * 0.92)) {
      const length = random.between(28, 62);
      const strip: Point[] = [
        [-length / 2, random.near(10)],
        [0, random.near(14)],
        [length / 2, random.near(10)],
      ];
      const far = Math.sqrt(Math.max(0, 1 - (x / rx) ** 2 - (y / ry) ** 2));
      scene.line(
        curve(strip),
        random.pick(['#4f8136', '#3a6a28', '#2a5420', '#628f42']),
        random.between(8, 15),
        { base: base + 18 * far, rise: 12, gloss: 0.6 },
        { x, y, turn: random.next() * 180 },
      );
    }
  });
}

/** Paku: young fern tips, each a stem with a curled crozier. */
export function fern(scene: Scene, place: Place, base: number, length = 150): void {
  const { random } = scene;
  scene.within(place, () => {
    const spiral: Point[] = Array.from({ length: 12 }, (_, step) => {
      const angle = step * 0.72;
      const reach = length * 0.17 * (1 - step / 13);
      return [length * 0.3 + Math.sin(angle) * reach, length * 0.14 - Math.cos(angle) * reach];
    });
    const stem: Point[] = [
      [-length * 0.6, random.near(20)],
      [-length * 0.2, random.near(16) - 6],
      [length * 0.15, -length * 0.04],
      ...spiral,
    ];
    for (let step = 0; step < 7; step += 1) {
      const x = -length * 0.5 + step * length * 0.11;
      for (const side of [-1, 1]) {
        scene.line(`M${x} 0q8 ${side * 9} 18 ${side * 20}`, random.pick(['#5d8a38', '#4a7a2e', '#6f9a44']), 8, {
          base,
          rise: 7,
          gloss: 0.55,
        });
      }
    }
    scene.line(curve(stem), random.pick(['#56822f', '#466f28', '#6a9240']), 13, {
      base: base + 4,
      rise: 12,
      gloss: 0.75,
    });
  });
}

/** Cubadak: a chunk of young jackfruit, fibres fanning from the core. */
export function jackfruit(scene: Scene, place: Place, size: number, base: number): void {
  const { random } = scene;
  scene.within(place, () => {
    const outline = chunk(random, size, size * 0.8);
    scene.fill(outline, ['#e9c27a', '#d9a858', '#b9803a'], { base, rise: size * 0.55, gloss: 0.6, rough: 0.4 });
    for (let step = -4; step <= 4; step += 1) {
      const reach = size * 0.6 * Math.cos(step * 0.3);
      const strand = curve([
        [-size * 0.4, step * size * 0.05],
        [size * 0.1, step * size * 0.11 + random.near(4)],
        [reach, step * size * 0.16],
      ]);
      scene.line(strand, step % 2 === 0 ? '#f6e2ae' : '#b98438', size * 0.045, null, {}, 0.5);
    }
    scene.fill(blob(random, size * 0.2, size * 0.13), ['#f7e7bc', '#dcb468'], null, { x: -size * 0.45 }, 0.8);
  });
}

export function longBean(scene: Scene, place: Place, base: number, length = 120): void {
  const bend = scene.random.near(24);
  scene.line(
    curve([
      [-length / 2, 0],
      [0, bend],
      [length / 2, 0],
    ]),
    scene.random.pick(['#5d9140', '#4c8034', '#72a552']),
    15,
    { base, rise: 14, gloss: 0.6 },
    place,
  );
}

/** Tauge. */
export function sprouts(scene: Scene, place: Place, rx: number, ry: number, base: number, count = 34): void {
  const { random } = scene;
  scene.within(place, () => {
    for (const [x, y] of scatter(random, count, rx, ry)) {
      scene.within({ x, y, turn: random.next() * 360 }, () => {
        const height = base + random.next() * 18;
        scene.line(
          curve([
            [-26, random.near(10)],
            [0, random.near(14)],
            [26, 0],
          ]),
          random.pick(['#f4f0de', '#ebe6cf', '#fbf8ea']),
          8,
          { base: height, rise: 8, gloss: 0.7 },
        );
        scene.fill(ellipse(9, 6.5, 28, 0), '#dcc978', { base: height + 3, rise: 8, gloss: 0.5 });
      });
    }
  });
}

/** Yellow noodles in a loose tangle. */
export function noodles(
  scene: Scene,
  place: Place,
  rx: number,
  ry: number,
  base: number,
  colours: readonly string[] = ['#f0cd72', '#e6bd5a', '#f6dc90'],
): void {
  const { random } = scene;
  scene.within(place, () => {
    for (let strand = 0; strand < 34; strand += 1) {
      const points = scatter(random, 5, rx, ry);
      scene.line(curve(points), random.pick(colours), 8, { base: base + strand * 0.5, rise: 9, gloss: 0.6 });
    }
  });
}

export function eggHalf(scene: Scene, place: Place, base: number, size = 62): void {
  scene.within(place, () => {
    scene.fill(blob(scene.random, size, size * 0.76, 0.02, 8), ['#ffffff', '#fbf8f1', '#e9e2d4'], {
      base,
      profile: [
        [0, base + 30],
        [0.86, base + 29],
        [1, base + 8],
      ],
      gloss: 0.6,
    });
    scene.fill(
      ellipse(size * 0.46),
      ['#f3a91e', '#f0a020', '#f6c04a'],
      { base: base + 29, rise: 7, gloss: 0.35, rough: 0.4 },
      { x: size * 0.1 },
    );
  });
}

/** A whole boiled egg stained by its sauce. */
export function egg(scene: Scene, place: Place, base: number, colours: readonly string[], size = 78): void {
  scene.within(place, () => {
    scene.fill(ellipse(size, size * 0.78), colours, { base, rise: size * 0.8, gloss: 0.8, rough: 0.22 });
  });
}

/** Shredded cabbage or urap-like shreds. */
export function shreds(
  scene: Scene,
  place: Place,
  rx: number,
  ry: number,
  base: number,
  colours: readonly string[],
  count = 50,
): void {
  const { random } = scene;
  scene.within(place, () => {
    for (const [x, y] of scatter(random, count, rx, ry)) {
      const length = random.between(20, 46);
      scene.line(
        curve([
          [-length / 2, random.near(8)],
          [0, random.near(12)],
          [length / 2, random.near(8)],
        ]),
        random.pick(colours),
        random.between(6, 10),
        { base: base + random.next() * 16, rise: 8, gloss: 0.55 },
        { x, y, turn: random.next() * 180 },
      );
    }
  });
}

/** A flower of kecombrang. */
export function torchGinger(scene: Scene, place: Place, base: number, size = 60): void {
  scene.within(place, () => {
    for (const [rows, reach] of [
      [9, 1],
      [7, 0.7],
      [5, 0.4],
    ] as const) {
      for (const { x, y, angle } of ring(rows, size * reach * 0.6, reach * 5)) {
        scene.fill(
          ellipse(size * 0.34 * reach, size * 0.15),
          ['#f08a98', '#d6455e'],
          { base: base + (1 - reach) * 26, rise: 12, gloss: 0.5 },
          { x, y, turn: angle },
        );
      }
    }
  });
}
