import type { Size, Surface } from './light.ts';
import { grain, patches, sample } from './noise.ts';

/** The table top's height in matter units. */
const tableLevel = 20;

type Spot = [red: number, green: number, blue: number, height: number];
type Paint = (x: number, y: number) => Spot;

const hash = (a: number, b: number): number => {
  const mixed = Math.imul((a * 374761393 + b * 668265263) ^ 0x5bf03635, 1274126177);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
};
const mix = (low: number, high: number, share: number): number => low + (high - low) * share;

function planks(width: number, dark: readonly number[], pale: readonly number[]): Paint {
  return (x, y) => {
    const plank = Math.floor(y / width);
    const inside = y - plank * width;
    const slide = Math.floor(hash(plank, 3) * 512);
    // Long fibres: the noise is read stretched along the plank.
    const fibre = sample(patches, slide + (x >> 3), inside * 3 + plank * 91) * 0.55;
    const wave = sample(patches, (x >> 2) + slide, plank * 57 + (inside >> 1));
    const rings = Math.sin((inside / width) * 9 + wave * 5 + hash(plank, 7) * 6) * 0.5;
    const pore = sample(grain, slide + (x >> 4), inside * 2);
    const tone = Math.max(
      0,
      Math.min(1, 0.5 + fibre * 0.5 + rings * 0.35 + (hash(plank, 1) - 0.5) * 0.4 + pore * 0.12),
    );
    const seam = inside < 4 || inside > width - 3;
    const shade = seam ? 0.4 : 1;
    return [
      mix(dark[0]!, pale[0]!, tone) * shade,
      mix(dark[1]!, pale[1]!, tone) * shade,
      mix(dark[2]!, pale[2]!, tone) * shade,
      tableLevel + pore * 1.3 + rings - (seam ? 9 : 0),
    ];
  };
}

/** Strips woven two over, two under, as in a tikar of pandan leaf. */
function woven(strip: number, along: readonly number[], across: readonly number[]): Paint {
  return (x, y) => {
    // The pattern is turned by 45 degrees, as mats are plaited.
    const [u, v] = [(x + y) * 0.7071, (x - y + 4096) * 0.7071];
    const [column, row] = [Math.floor(u / strip), Math.floor(v / strip)];
    const over = ((column + row) & 3) < 2;
    const [run, side] = over ? [u, v] : [v, u];
    const edge = Math.abs(((side / strip) % 1) - 0.5) * 2;
    const id = over ? row : column;
    const [near, far] = over ? [(column + row) & 3, 2] : [((column + row) & 3) - 2, 2];
    const arch = Math.sin((((((over ? u : v) / strip) % 1) + near) / far) * Math.PI);
    const fibre = sample(grain, (run | 0) >> 3, ((side * 2) | 0) + id * 17);
    const tone = 0.82 + fibre * 0.12 + (hash(id, over ? 1 : 2) - 0.5) * 0.16 - edge ** 6 * 0.35;
    const colour = over ? along : across;
    return [
      colour[0]! * tone,
      colour[1]! * tone,
      colour[2]! * tone,
      tableLevel + Math.abs(arch) * 5 - edge * edge * 4 + fibre,
    ];
  };
}

/** A cloth with gold thread on deep red or indigo, in the manner of songket Pandai Sikek. */
function songket(ground: readonly number[]): Paint {
  return (x, y) => {
    const size = 150;
    const [u, v] = [Math.abs((x % size) / size - 0.5), Math.abs((y % size) / size - 0.5)];
    const diamond = u + v;
    const step = Math.floor(diamond * 20) / 20;
    const [fu, fv] = [Math.abs(u - 0.5), Math.abs(v - 0.5)];
    const star = Math.max(fu, fv) < 0.06 || (Math.min(fu, fv) < 0.018 && Math.max(fu, fv) < 0.14);
    const gold = (step >= 0.4 && step < 0.45) || (step >= 0.15 && step < 0.2) || diamond < 0.05 || star;
    const thread = ((x >> 1) & 1) === ((y >> 1) & 1) ? 1 : 0.88;
    const weave = thread * (1 + sample(patches, x, y) * 0.12 + sample(grain, x, y) * 0.06);
    const colour = gold ? [196, 150, 66] : ground;
    return [
      colour[0]! * weave,
      colour[1]! * weave,
      colour[2]! * weave,
      tableLevel + (gold ? 2.5 : 0) + (thread - 0.9) * 4 + sample(patches, x, y) * 4,
    ];
  };
}

/** Old cement floor tiles. */
function tiles(size: number, base: readonly number[], figure: readonly number[], line: readonly number[]): Paint {
  return (x, y) => {
    const [inX, inY] = [x % size, y % size];
    const [u, v] = [Math.abs(inX / size - 0.5) * 2, Math.abs(inY / size - 0.5) * 2];
    const joint = inX < 4 || inY < 4;
    const reach = Math.hypot(u, v);
    const corner = Math.hypot(1 - u, 1 - v);
    const petal = Math.abs(Math.sin(Math.atan2(v, u) * 2)) * 0.62;
    const worn = 0.93 + sample(patches, x, y) * 0.07 + sample(grain, x, y) * 0.03;
    const colour = joint
      ? [92, 84, 74]
      : reach < petal
        ? figure
        : Math.abs(corner - 0.42) < 0.05
          ? line
          : corner < 0.28
            ? figure
            : base;
    return [
      colour[0]! * worn,
      colour[1]! * worn,
      colour[2]! * worn,
      tableLevel - (joint ? 7 : 0) + sample(patches, x, y) * 1.5,
    ];
  };
}

function stone(base: readonly number[], fleck: number): Paint {
  return (x, y) => {
    const slow = sample(patches, x >> 1, y >> 1) + sample(patches, x, y) * 0.5;
    const tone = 1 + slow * 0.13 + sample(grain, x, y) * fleck;
    return [base[0]! * tone, base[1]! * tone, base[2]! * tone, tableLevel + slow * 2 + sample(grain, x, y) * 2.2];
  };
}

/** One large banana leaf from edge to edge. */
const bananaLeaf: Paint = (x, y) => {
  const rib = Math.abs(y - 240 - x * 0.06);
  const above = y < 240 + x * 0.06 ? -1 : 1;
  const vein = (x + rib * 0.55 * 1 + above * 14) / 26;
  const wave = Math.sin(vein * Math.PI * 2);
  const slow = sample(patches, x >> 1, y >> 1);
  const tone = 0.9 + wave * 0.025 + slow * 0.18 + sample(grain, x >> 2, y) * 0.04;
  if (rib < 13) return [150 * tone, 176 * tone, 84 * tone, tableLevel + 8 - rib * 0.5];
  return [66 * tone, 112 * tone, 50 * tone, tableLevel + wave * 0.7 + slow * 6];
};

const paints: Record<string, Paint> = {
  teak: planks(200, [88, 48, 24], [164, 102, 56]),
  ebony: planks(170, [34, 24, 19], [78, 56, 42]),
  bamboo: planks(74, [176, 132, 78], [226, 190, 128]),
  mat: woven(40, [214, 178, 112], [186, 144, 82]),
  redMat: woven(46, [204, 170, 108], [150, 52, 42]),
  songket: songket([112, 22, 30]),
  indigo: songket([34, 40, 82]),
  tiles: tiles(300, [216, 205, 182], [74, 128, 122], [190, 92, 58]),
  slate: stone([64, 66, 68], 0.1),
  clay: stone([176, 98, 62], 0.07),
  blue: planks(150, [44, 92, 104], [96, 152, 156]),
  leaf: bananaLeaf,
};

const kept = new Map<string, Surface>();

/** A table top seen from above. Painted once per kind and width, as pictures share them. */
export function ground(kind: string, size: Size): Surface {
  const key = `${kind} ${size.width}`;
  const surface = kept.get(key) ?? paint(paints[kind]!, size);
  kept.set(key, surface);
  return surface;
}

function paint(spotAt: Paint, { width, height }: Size): Surface {
  const surface: Surface = { colour: new Uint8Array(width * height * 3), height: new Uint8Array(width * height) };
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const [red, green, blue, level] = spotAt(x, y);
      surface.colour[at * 3] = Math.min(255, red);
      surface.colour[at * 3 + 1] = Math.min(255, green);
      surface.colour[at * 3 + 2] = Math.min(255, blue);
      surface.height[at] = Math.max(0, level);
    }
  }
  return surface;
}
