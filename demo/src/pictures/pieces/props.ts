import type { Place, Scene } from '../scene.ts';
import { blob, box, ellipse } from '../shapes.ts';
import { chilli, herb, lime } from './garnish.ts';

export function spoon(scene: Scene, place: Place): void {
  scene.within(place, () => {
    scene.line('M-30 0C60 -8 160 4 330 0', '#b9b4aa', 19, { base: 24, rise: 13, gloss: 1 });
    scene.fill(ellipse(26, 17, 322, 0), '#c6c1b7', { base: 26, rise: 12, gloss: 1 });
    scene.fill(ellipse(82, 54, -96, 0), '#cbc6bc', {
      base: 30,
      gloss: 1,
      profile: [
        [0, 24],
        [0.6, 30],
        [0.9, 42],
        [1, 30],
      ],
    });
  });
}

/** A glass of tea from straight above. */
function teaGlass(scene: Scene, place: Place, tea = ['#a8501a', '#8f3d10', '#6f2c0a']): void {
  scene.within(place, () => {
    scene.fill(ellipse(112), '#d9d5cb', {
      base: 60,
      gloss: 1,
      profile: [
        [0, 60],
        [0.88, 110],
        [0.94, 118],
        [1, 60],
      ],
    });
    scene.fill(ellipse(98), tea, {
      base: 84,
      gloss: 0.9,
      rough: 0.12,
      profile: [
        [0, 84],
        [0.9, 85],
        [1, 96],
      ],
    });
    scene.fill(ellipse(30, 12), '#f2c58a', null, { x: -34, y: -44, turn: -40 }, 0.35);
  });
}

function shallot(scene: Scene, place: Place, size = 46): void {
  scene.within(place, () => {
    scene.fill(blob(scene.random, size, size * 0.78, 0.04, 8), ['#b4557a', '#943b5f', '#6d2643'], {
      base: 24,
      rise: size * 0.8,
      gloss: 0.75,
    });
    for (const y of [-0.3, 0, 0.3])
      scene.line(`M${-size * 0.85} 0Q0 ${size * y * 2.4} ${size * 0.9} 0`, '#d48aa6', 2.5, null, {}, 0.5);
    scene.line(`M${size * 0.9} 0l16 ${scene.random.near(6)}`, '#8a6a3c', 7, { base: 24, rise: 12 });
  });
}

/** A folded cloth napkin with a stripe. */
export function napkin(scene: Scene, place: Place, colour: string, stripe: string): void {
  scene.within(place, () => {
    scene.fill(blob(scene.random, 300, 220, 0.03, 4), colour, { base: 25, rough: 0.55 });
    scene.clipped(box(620, 460), () => {
      for (const y of [-120, -96, 96, 120])
        scene.line(`M-320 ${y}q320 ${scene.random.near(18)} 640 0`, stripe, 9, { base: 26, rough: 0.55 }, {}, 0.85);
    });
    for (const y of [-40, 60]) scene.line(`M-260 ${y}q240 40 520 -10`, colour, 26, { base: 25, rise: 9, rough: 0.5 });
  });
}

export type Beside = 'chillies' | 'tea' | 'limes' | 'shallots' | 'spoon' | 'none';

/** Things beside the plate, in the corners that a round plate leaves free. Coordinates are around the picture's middle. */
export function dressing(scene: Scene, kind: Beside): void {
  if (kind === 'chillies') {
    chilli(scene, { x: -500, y: 430, turn: 42 }, 22, 'red', 210);
    chilli(scene, { x: -430, y: 500, turn: 24 }, 22, 'green', 190);
    herb(scene, { x: 500, y: -500, turn: -30 }, 22, 120);
  } else if (kind === 'tea') {
    teaGlass(scene, { x: 500, y: -490 });
  } else if (kind === 'limes') {
    lime(scene, { x: -500, y: -500, turn: 20 }, 22, 66);
    lime(scene, { x: -390, y: -545, turn: 70 }, 22, 58);
    chilli(scene, { x: 490, y: 510, turn: -40 }, 22, 'red', 180);
  } else if (kind === 'shallots') {
    shallot(scene, { x: 490, y: 480, turn: 30 });
    shallot(scene, { x: 400, y: 545, turn: 160 }, 40);
    shallot(scene, { x: -520, y: -500, turn: 80 }, 44);
    herb(scene, { x: -430, y: -540, turn: 10 }, 22, 110);
  } else if (kind === 'spoon') {
    spoon(scene, { x: 470, y: 470, turn: -45 });
  }
}
