import type { Place, Scene } from '../scene.ts';
import { blob, curve, ellipse, polygon, ring, scatter, type Point } from '../shapes.ts';

/** Black glutinous rice, fermented, in its own wine. */
export function tapai(scene: Scene, rx: number, ry: number, base: number): void {
  const { random } = scene;
  scene.fill(blob(random, rx, ry, 0.08, 12), ['#4a1a34', '#351026', '#220818'], {
    base,
    rise: 14,
    gloss: 0.9,
    rough: 0.3,
  });
  for (const [x, y] of scatter(random, Math.round((rx * ry) / 80), rx * 0.92, ry * 0.92)) {
    scene.fill(
      ellipse(12, 5.5),
      random.pick(['#3a0f26', '#5a2240', '#2a0a1c', '#74345a']),
      { base: base + 8 + random.next() * 6, rise: 7, gloss: 0.95 },
      { x, y, turn: random.next() * 180 },
    );
  }
}

/** Balls of dough, beans or fruit floating about. */
export function pearls(
  scene: Scene,
  count: number,
  radius: number,
  rx: number,
  ry: number,
  base: number,
  colours: readonly string[],
  gap = radius * 1.6,
): void {
  for (const [x, y] of scatter(scene.random, count, rx, ry, gap)) {
    const size = radius * scene.random.between(0.85, 1.15);
    const colour = scene.random.pick(colours);
    scene.fill(ellipse(size, size * 0.94), colour, { base, rise: size * 0.8, gloss: 0.95, rough: 0.1 }, { x, y });
  }
}

/** Strands pressed through a sieve: tebak or cendol. */
export function strands(
  scene: Scene,
  place: Place,
  rx: number,
  ry: number,
  base: number,
  colours: readonly string[],
  count = 46,
): void {
  const { random } = scene;
  scene.within(place, () => {
    for (const [x, y] of scatter(random, count, rx, ry)) {
      scene.line(
        curve([
          [-30, random.near(16)],
          [0, random.near(20)],
          [32, random.near(16)],
        ]),
        random.pick(colours),
        15,
        { base: base + random.next() * 14, rise: 13, gloss: 0.95 },
        { x, y, turn: random.next() * 180 },
      );
    }
  });
}

/** Crushed ice. */
export function ice(scene: Scene, place: Place, rx: number, ry: number, base: number, count = 60): void {
  const { random } = scene;
  scene.within(place, () => {
    for (const [x, y] of scatter(random, count, rx, ry)) {
      const size = random.between(14, 34);
      const far = Math.sqrt(Math.max(0, 1 - (x / rx) ** 2 - (y / ry) ** 2));
      const points = ring(5, size, random.next() * 6).map((spot): Point => [
        spot.x * random.between(0.7, 1.1),
        spot.y * random.between(0.6, 1),
      ]);
      scene.fill(
        polygon(points),
        random.pick(['#f4fafa', '#dcecee', '#ffffff', '#cfe3e8']),
        { base: base + far * 34 + random.next() * 8, rise: 16, gloss: 1 },
        { x, y },
        0.86,
      );
    }
  });
}

/** Milk or syrup trickled over: a thick line in loops. */
export function drizzle(
  scene: Scene,
  place: Place,
  rx: number,
  ry: number,
  base: number,
  colour: string,
  width = 16,
): void {
  const { random } = scene;
  const points = Array.from({ length: 30 }, (_, step): Point => {
    const angle = step * 0.58;
    return [Math.sin(angle) * rx * random.between(0.8, 1), -ry + (step / 29) * ry * 2 + Math.cos(angle) * ry * 0.3];
  });
  scene.line(curve(points), colour, width, { base, rise: width * 0.6, gloss: 1 }, place);
}

/** A slice of banana, cooked in sugar. */
export function bananaSlice(scene: Scene, place: Place, base: number, size = 52): void {
  scene.within(place, () => {
    scene.fill(ellipse(size, size * 0.86), ['#f2c765', '#e6b048', '#c4842a'], {
      base,
      rise: 24,
      gloss: 0.9,
      rough: 0.2,
    });
    for (const { x, y, angle } of ring(3, size * 0.22))
      scene.fill(ellipse(size * 0.13, size * 0.05), '#8a5418', null, { x, y, turn: angle }, 0.7);
  });
}
