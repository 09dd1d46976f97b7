import type { Colour, Place, Scene } from '../scene.ts';
import { blob, ellipse, scatter, type Path } from '../shapes.ts';

type Gravy = { colour: Colour; oil: string; flecks: readonly string[]; gloss?: number; rough?: number };

export const gravies = {
  /** Gulai is made of coconut milk and turmeric. */
  gulai: { colour: ['#f0b03a', '#e79c28', '#d4831c'], oil: '#d95f14', flecks: ['#b8320f', '#8a5a12', '#5d7a2a'] },
  /** Asam padeh is sour, hot and red, without coconut. */
  asamPadeh: { colour: ['#d94a1e', '#c93a14', '#aa2a0e'], oil: '#e2601c', flecks: ['#7d1408', '#e9a04a', '#6b8a2e'] },
  pangek: { colour: ['#ea962c', '#dc7e1c', '#c06612'], oil: '#c94a12', flecks: ['#9c260e', '#5d7a2a', '#7a4a10'] },
  soto: { colour: ['#e3b25c', '#d9a248', '#c08838'], oil: '#e0a032', flecks: ['#5d7a2a', '#8a5a22'] },
  coconut: { colour: ['#f6ecd6', '#f0e3c6', '#e6d5b0'], oil: '#fdf6e4', flecks: ['#d9c48f'], rough: 0.14 },
  palmSugar: { colour: ['#7a3d14', '#66300e', '#4d220a'], oil: '#a85a22', flecks: ['#3b1806'], gloss: 1 },
} satisfies Record<string, Gravy>;

/** A wet surface with drops of oil and flecks of spice; `rx` and `ry` bound the drops. */
export function gravy(
  scene: Scene,
  outline: Path,
  rx: number,
  ry: number,
  base: number,
  { colour, oil, flecks, gloss = 0.85, rough = 0.3 }: Gravy,
  drops = 70,
): void {
  const { random } = scene;
  scene.fill(outline, colour, { base, gloss, rough });
  for (const [x, y] of scatter(random, 12, rx * 0.8, ry * 0.8)) {
    scene.fill(
      blob(random, rx * random.between(0.1, 0.24), ry * random.between(0.06, 0.14), 0.25),
      oil,
      null,
      { x, y, turn: random.near(60) },
      0.22,
    );
  }
  for (const [x, y] of scatter(random, drops, rx * 0.93, ry * 0.93)) {
    const size = random.between(3, 15) * random.between(0.5, 1);
    scene.fill(ellipse(size, size * random.between(0.75, 1)), oil, { base, rise: 3.5, gloss: 1 }, { x, y }, 0.62);
  }
  for (const [x, y] of scatter(random, Math.round(drops * 0.9), rx * 0.95, ry * 0.95)) {
    const size = random.between(2, 5);
    scene.fill(
      blob(random, size, size * 0.7, 0.3, 5),
      random.pick(flecks),
      { base, rise: 3, gloss: 0.5 },
      { x, y, turn: random.next() * 180 },
      0.85,
    );
  }
}

/** Sauce poured over food: a lumpy puddle with a raised glossy edge. */
export function puddle(
  scene: Scene,
  place: Place,
  rx: number,
  ry: number,
  base: number,
  kind: Gravy,
  wobble = 0.16,
): void {
  scene.within(place, () => {
    const outline = blob(scene.random, rx, ry, wobble, 13);
    scene.fill(outline, kind.colour, {
      base,
      gloss: kind.gloss ?? 0.85,
      rough: kind.rough ?? 0.25,
      profile: [
        [0, base + 6],
        [0.92, base + 6],
        [1, base],
      ],
    });
    const inner = Math.min(rx, ry) > 60 ? 1 : 0.5;
    for (const [x, y] of scatter(scene.random, Math.round(((rx * ry) / 520) * inner), rx * 0.8, ry * 0.8)) {
      const size = scene.random.between(2, 9);
      const wet = scene.random.next() < 0.45;
      scene.fill(
        ellipse(size, size * 0.8),
        wet ? kind.oil : scene.random.pick(kind.flecks),
        { base: base + 6, rise: 3, gloss: 0.9 },
        { x, y },
        wet ? 0.6 : 0.8,
      );
    }
  });
}

/** Coarse ground spice heaped on food: glistening crumbs, thicker in the middle. */
export function paste(
  scene: Scene,
  place: Place,
  rx: number,
  ry: number,
  base: number,
  colours: readonly string[],
  thick = 1,
): void {
  const { random } = scene;
  scene.within(place, () => {
    if (thick > 1)
      scene.fill(blob(random, rx, ry, 0.1, 11), [colours[0]!, colours[1]!], { base, rise: 14, gloss: 0.8, rough: 0.5 });
    for (const [x, y] of scatter(random, Math.round(((rx * ry) / 130) * thick), rx, ry)) {
      const size = random.between(5, 15);
      const far = Math.sqrt(Math.max(0, 1 - (x / rx) ** 2 - (y / ry) ** 2));
      scene.fill(
        blob(random, size, size * random.between(0.5, 0.8), 0.25, 6),
        random.pick(colours),
        { base: base + far * 8 + random.next() * 5, rise: size * 0.7, gloss: 0.95, rough: 0.3 },
        { x, y, turn: random.next() * 180 },
      );
    }
  });
}

export const redPaste = ['#c9281a', '#b01f13', '#dd4426', '#93170c', '#e86a34', '#f0bd6a'];
export const greenPaste = ['#7fa336', '#668a28', '#98b84c', '#52701e', '#b9cc6a', '#dcd88a'];
export const darkPaste = ['#6d3a18', '#52290f', '#8a5026', '#3a1b09', '#a3672e'];

/** Ground chilli with seeds: balado. */
export const balado: Gravy = {
  colour: ['#c4281a', '#b01f13', '#8f160c'],
  oil: '#e2522a',
  flecks: ['#f0c070', '#7d0f08', '#e6a04c', '#d8402a'],
};
/** Ground green chilli: lado mudo. */
export const ladoMudo: Gravy = {
  colour: ['#94a83c', '#7f942e', '#667a22'],
  oil: '#a9b94e',
  flecks: ['#3f5c18', '#d6d98a', '#8fae44'],
};
export const peanutSauce: Gravy = {
  colour: ['#b9783a', '#a8682e', '#8c5222'],
  oil: '#c98a3e',
  flecks: ['#7a4318', '#e0b070', '#a33a1a', '#d9a25c'],
  rough: 0.6,
};
export const sateSauce: Gravy = {
  colour: ['#e3a32c', '#dc9722', '#c98417'],
  oil: '#e8b040',
  flecks: ['#b05a12', '#f2cf7a'],
  gloss: 0.7,
};
