import { chilli, herb } from './pieces/garnish.ts';
import { rice } from './pieces/grains.ts';
import { roof } from './pieces/roof.ts';
import { renderScene } from './render.ts';
import { newScene, canvasSide, type Scene } from './scene.ts';
import { annulus, box, curve, ellipse, ring } from './shapes.ts';

const avatarSize = { width: 480, height: 480 };

function backdrop(scene: Scene, colours: readonly string[], ornament: string): void {
  scene.fill(box(canvasSide, canvasSide), colours, { base: 10, rough: 0.12 });
  for (const { x, y, angle } of ring(24, 560))
    scene.fill(ellipse(60, 22), ornament, { base: 11, rise: 5, gloss: 0.3 }, { x, y, turn: angle }, 0.5);
}

const cloths = [
  { wall: ['#b5352c', '#8f2320', '#6b1516'], accent: '#f2b632' },
  { wall: ['#e0a236', '#c9852a', '#a5661c'], accent: '#7a1c1a' },
  { wall: ['#2f6f66', '#225650', '#173f3b'], accent: '#f2b632' },
  { wall: ['#3d3a63', '#2d2a4d', '#1f1d38'], accent: '#e5a13a' },
  { wall: ['#6b4226', '#52301a', '#3a200f'], accent: '#f0c264' },
  { wall: ['#4f7f45', '#3b6435', '#294a26'], accent: '#f6d27a' },
] as const;

const motifs: readonly ((scene: Scene) => void)[] = [
  // A pot on the fire.
  (scene) => {
    scene.fill('M-190 0C-200 190 -110 230 0 230C110 230 200 190 190 0Z', ['#4a4643', '#2f2c2a', '#1c1a19'], {
      base: 40,
      rise: 90,
      gloss: 0.7,
    });
    scene.fill(ellipse(206, 52), ['#f0b03a', '#d9831c'], { base: 110, rise: 14, gloss: 0.9, rough: 0.3 });
    scene.line(ellipse(206, 52), '#5a5551', 20, { base: 112, rise: 18, gloss: 0.8 });
    chilli(scene, { x: 20, y: -6, turn: -8 }, 120, 'red', 150);
  },
  // A bowl of rice.
  (scene) => {
    rice(scene, { y: -20 }, 180, 120, 70);
    scene.fill('M-220 10C-210 170 -110 220 0 220C110 220 210 170 220 10Z', ['#fbf7ee', '#efe8da', '#d8cdb8'], {
      base: 60,
      rise: 80,
      gloss: 0.7,
    });
    scene.line('M-204 70C-120 104 120 104 204 70', '#2a4f8f', 16, null);
    herb(scene, { x: 60, y: -70, turn: -30 }, 130, 130);
  },
  // A cup of coffee.
  (scene) => {
    scene.line(annulus(70, 69), '#f3ead8', 34, { base: 50, rise: 40, gloss: 0.7 }, { x: 190, y: 90 });
    scene.fill('M-180 -10C-175 170 -100 220 0 220C100 220 175 170 180 -10Z', ['#f6efe0', '#e8ddc6', '#cbb999'], {
      base: 60,
      rise: 80,
      gloss: 0.7,
    });
    scene.fill(ellipse(180, 50, 0, -10), ['#6b2f10', '#4a1c08'], { base: 120, gloss: 0.9 });
    scene.line(ellipse(180, 50, 0, -10), '#fbf5e8', 16, { base: 120, rise: 16, gloss: 0.8 });
  },
  // Sate over the coals.
  (scene) => {
    for (const [index, x] of [-130, 0, 130].entries()) {
      scene.line(`M${x} -80V230`, '#d9b273', 14, { base: 60, rise: 14 });
      for (let piece = 0; piece < 3; piece += 1)
        scene.fill(
          ellipse(62, 44),
          ['#b3642c', '#8a441a', '#5a270c'],
          { base: 66, rise: 52, gloss: 0.85, rough: 0.6 },
          { x, y: -60 + piece * 78, turn: index * 7 },
        );
    }
  },
];

/** A stall's picture: a gonjong roof over what it cooks. A JPEG, 480 pixels square; the same bytes for the same seed. */
export async function drawStallAvatar(seed: string): Promise<Buffer> {
  const scene = newScene(`stall ${seed}`);
  const { wall, accent } = scene.random.pick(cloths);
  const motif = scene.random.pick(motifs);
  scene.within({ x: 600, y: 600 }, () => {
    backdrop(scene, wall, accent);
    scene.fill(ellipse(430), [accent, accent], { base: 14, rise: 0, rough: 0.1 }, {}, 0.22);
    roof(scene, { y: -110, scale: 1.12 }, 40, { thatch: ['#d08a48', '#ab6430', '#7d431c'], trim: '#fbe3ae' });
    for (const x of [-270, 270]) scene.line(`M${x} 80V400`, '#7a4a28', 34, { base: 30, rise: 30, rough: 0.3 });
    scene.line('M-340 410H340', '#8a5630', 54, { base: 30, rise: 34, rough: 0.4 });
    scene.within({ y: 200, scale: 0.9 }, () => motif(scene));
    for (const x of [-70, 0, 70])
      scene.line(
        curve([
          [x, 150],
          [x + 22, 110],
          [x - 12, 74],
          [x + 8, 40],
        ]),
        '#fff6e4',
        15,
        null,
        {},
        0.42,
      );
  });
  return renderScene(scene, avatarSize);
}

const skins = [
  ['#d9a070', '#c98c5c', '#a96c40'],
  ['#c58a5a', '#b2774a', '#8c5730'],
  ['#e3b083', '#d49c6c', '#b47a4c'],
] as const;
const shirts = ['#b5352c', '#2f6f66', '#e0a236', '#3d3a63', '#7a5a9a', '#4f7f45', '#c46a4a', '#3a6ea5'] as const;
const scarves = [
  ['#d9667a', '#c04d63'],
  ['#f0c264', '#dca63e'],
  ['#6fa89a', '#4f8a7c'],
  ['#a58ac4', '#866aa8'],
  ['#e8ddc8', '#cfc0a4'],
  ['#5a7fb5', '#41659a'],
] as const;

/**
 * A person's picture: head and shoulders with a scarf, bare-headed or with a peci. A seed that starts with `woman` or `man`
 * decides which. A JPEG, 480 pixels square; the same bytes for the same seed.
 */
export async function drawPersonAvatar(seed: string): Promise<Buffer> {
  const scene = newScene(`person ${seed}`);
  const { random } = scene;
  const { wall, accent } = random.pick(cloths);
  const [skin, shirt] = [random.pick(skins), random.pick(shirts)];
  const woman = seed.startsWith('woman') || (!seed.startsWith('man') && random.next() < 0.5);
  scene.within({ x: 600, y: 620 }, () => {
    scene.within({ y: -20 }, () => backdrop(scene, wall, accent));
    scene.fill('M-430 620C-420 330 -260 250 0 250C260 250 420 330 430 620Z', [shirt, shirt], {
      base: 30,
      rise: 80,
      rough: 0.25,
    });
    const [scarf, fold] = random.pick(scarves);
    if (woman)
      scene.fill(
        'M-250 60C-270 -330 -110 -410 0 -410C110 -410 270 -330 250 60C250 280 330 360 300 430C180 520 -180 520 -300 430C-330 360 -250 280 -250 60Z',
        [scarf, scarf, fold],
        { base: 50, rise: 110, rough: 0.22 },
      );
    else scene.fill(box(150, 260, 60), skin[2], { base: 60, rise: 50, gloss: 0.2 }, { y: 210 });
    if (!woman)
      for (const side of [-1, 1])
        scene.fill(ellipse(40, 58), skin, { base: 70, rise: 34, gloss: 0.25 }, { x: side * 204, y: -20 });
    scene.fill(
      woman ? ellipse(182, 226) : ellipse(198, 236),
      skin,
      { base: 90, rise: 110, gloss: 0.3 },
      { y: woman ? -40 : -30 },
    );
    if (woman) {
      scene.line('M-186 -70C-160 -260 160 -260 186 -70', scarf, 70, { base: 110, rise: 46, rough: 0.2 }, { y: -10 });
      scene.line(
        curve([
          [-190, 110],
          [-60, 250],
          [120, 300],
          [250, 380],
        ]),
        fold,
        30,
        { base: 100, rise: 36, rough: 0.2 },
      );
    } else if (random.next() < 0.5) {
      scene.fill(
        'M-206 -120L-184 -300C-120 -330 120 -330 184 -300L206 -120C120 -164 -120 -164 -206 -120Z',
        ['#2a2726', '#1b1918', '#121110'],
        { base: 150, rise: 40, rough: 0.2 },
      );
    } else {
      scene.fill(
        'M-212 -40C-240 -300 -120 -330 20 -330C190 -330 236 -220 212 -40C190 -120 150 -170 60 -180C-40 -150 -150 -170 -178 -130C-190 -100 -200 -70 -212 -40Z',
        ['#3a2a22', '#241813', '#140d0a'],
        { base: 140, rise: 56, gloss: 0.5, rough: 0.5 },
      );
    }
    for (const side of [-1, 1]) {
      scene.line(`M${side * 80 - 34} -38q34 -34 68 0`, '#2a1710', 13, null);
      scene.line(`M${side * 80 - 38} -92q38 -26 76 -4`, '#3a241a', 12, null, {}, 0.7);
      scene.fill(ellipse(38, 22), '#d9604a', null, { x: side * 112, y: 42 }, 0.28);
    }
    scene.line('M-6 -10q-22 44 8 54', skin[2], 11, null, {}, 0.8);
    scene.line('M-62 88q62 58 124 0', '#7a2a20', 14, null);
    if (!woman && random.next() < 0.4)
      scene.line('M-66 66q66 -34 132 0', '#241813', 24, { base: 190, rise: 10, rough: 0.5 });
  });
  return renderScene(scene, avatarSize);
}
