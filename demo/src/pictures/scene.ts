import { seededRandom, type Random } from './random.ts';
import type { Path } from './shapes.ts';

/** Pictures are drawn in a square of this many units; pixels are chosen when rendering. */
export const canvasSide = 1200;

/** One colour, or colours from the middle (first) to the edge (last). */
export type Colour = string | readonly string[];

/**
 * What a piece is made of. Heights are in units of about a pixel, 0–255: the table lies at 20, a plate at 40, food above.
 * `rise` is how far the middle stands above `base`; `gloss` 0–1 is how wet it looks, `rough` 0–1 how coarse. `profile` gives
 * the heights from the middle to the edge instead. `round` makes a cylinder that curves along one axis only.
 */
export type Matter = {
  base: number;
  rise?: number;
  gloss?: number;
  rough?: number;
  profile?: readonly (readonly [offset: number, height: number])[];
  round?: 'x' | 'y';
};

export type Place = { x?: number; y?: number; turn?: number; scale?: number; stretch?: number };

/**
 * Two drawings of the same thing, grown together: its colours, and its matter (red: height, green: gloss, blue: roughness),
 * from which light and shadow are worked out afterwards.
 */
export type Scene = {
  readonly random: Random;
  background: string;
  fill: (path: Path, colour: Colour, matter: Matter | null, place?: Place, opacity?: number) => void;
  line: (path: Path, colour: string, width: number, matter: Matter | null, place?: Place, opacity?: number) => void;
  within: (place: Place, draw: () => void) => void;
  clipped: (path: Path, draw: () => void) => void;
  drawings: () => { colours: string; matter: string };
};

const domeProfile = [
  [0, 1],
  [0.3, 0.955],
  [0.5, 0.87],
  [0.68, 0.74],
  [0.82, 0.57],
  [0.92, 0.39],
  [1, 0.12],
] as const;
/** The heights of a line across its width: shares of the rise and of the width, as strokes laid over each other. */
const flatStroke = [[0, 1]] as const;
const thinStroke = [
  [0.35, 1],
  [0.75, 0.7],
  [1, 0.36],
] as const;
const fatStroke = [0.1, 0.25, 0.4, 0.52, 0.64, 0.74, 0.83, 0.9, 0.95, 0.99].map(
  (share) => [share, Math.sqrt(1 - share * share)] as const,
);
const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

function transformOf({ x = 0, y = 0, turn = 0, scale = 1, stretch = 1 }: Place): string {
  const turned = turn === 0 ? '' : `rotate(${turn.toFixed(1)})`;
  const scaled = scale === 1 && stretch === 1 ? '' : `scale(${scale.toFixed(3)} ${(scale * stretch).toFixed(3)})`;
  return ` transform="translate(${x.toFixed(1)} ${y.toFixed(1)})${turned}${scaled}"`;
}

export function newScene(seed: string): Scene {
  const definitions: string[] = [];
  const known = new Map<string, string>();
  let colours = '';
  let matters = '';

  const define = (stops: string, axis?: 'x' | 'y'): string => {
    const key = `${axis}${stops}`;
    let id = known.get(key);
    if (id === undefined) {
      id = `g${known.size}`;
      known.set(key, id);
      // Half of a cylinder, mirrored by the spread method.
      const line = axis === 'x' ? 'x1=".5" x2="1"' : 'x1="0" x2="0" y1=".5" y2="1"';
      definitions.push(
        axis === undefined
          ? `<radialGradient id="${id}">${stops}</radialGradient>`
          : `<linearGradient id="${id}" ${line} spreadMethod="reflect">${stops}</linearGradient>`,
      );
    }
    return `url(#${id})`;
  };
  const paintOf = (colour: Colour): string => {
    if (typeof colour === 'string') return colour;
    const stops = colour.map((stop, index) => `<stop offset="${index / (colour.length - 1)}" stop-color="${stop}"/>`);
    return define(stops.join(''));
  };
  const tint = (height: number, { gloss = 0, rough = 0 }: Matter): string =>
    `rgb(${byte(height)},${byte(gloss * 255)},${byte(rough * 255)})`;
  const matterPaint = (matter: Matter): string => {
    const { base, rise = 0 } = matter;
    if (matter.profile === undefined && rise === 0) return tint(base, matter);
    const profile = matter.profile ?? domeProfile.map(([offset, share]) => [offset, base + rise * share] as const);
    const stops = profile
      .map(([offset, height]) => `<stop offset="${offset}" stop-color="${tint(height, matter)}"/>`)
      .join('');
    return define(stops, matter.round);
  };

  return {
    random: seededRandom(seed),
    background: 'teak',
    fill(path, colour, matter, place, opacity = 1) {
      const where = place === undefined ? '' : transformOf(place);
      colours += `<path d="${path}"${where} fill="${paintOf(colour)}"${opacity === 1 ? '' : ` fill-opacity="${opacity}"`}/>`;
      if (matter !== null) matters += `<path d="${path}"${where} fill="${matterPaint(matter)}"/>`;
    },
    line(path, colour, width, matter, place, opacity = 1) {
      const where = place === undefined ? '' : transformOf(place);
      const stroke = (paint: string, breadth: number): string =>
        `<path d="${path}"${where} fill="none" stroke="${paint}" stroke-width="${breadth.toFixed(1)}"`;
      const round = ' stroke-linecap="round" stroke-linejoin="round"';
      colours += `${stroke(colour, width)}${round}${opacity === 1 ? '' : ` stroke-opacity="${opacity}"`}/>`;
      if (matter === null) return;
      const { base, rise = 0 } = matter;
      for (const [share, breadth] of rise === 0 ? flatStroke : width > 40 ? fatStroke : thinStroke) {
        matters += `${stroke(tint(base + rise * share, matter), width * breadth)}${round}/>`;
      }
    },
    within(place, draw) {
      const open = `<g${transformOf(place)}>`;
      colours += open;
      matters += open;
      draw();
      colours += '</g>';
      matters += '</g>';
    },
    clipped(path, draw) {
      const id = `c${definitions.length}`;
      definitions.push(`<clipPath id="${id}"><path d="${path}"/></clipPath>`);
      const open = `<g clip-path="url(#${id})">`;
      colours += open;
      matters += open;
      draw();
      colours += '</g>';
      matters += '</g>';
    },
    drawings() {
      const page = (body: string): string => `<defs>${definitions.join('')}</defs>${body}`;
      return { colours: page(colours), matter: page(matters) };
    },
  };
}
