import type { Place, Scene } from '../scene.ts';
import { blob, curve, ellipse, leaf, scatter, type Point } from '../shapes.ts';

export function chilli(scene: Scene, place: Place, base: number, kind: 'red' | 'green' = 'red', length = 190): void {
  const colour = kind === 'red' ? '#c8201c' : '#4f8f2c';
  const { random } = scene;
  const bend = random.between(-0.22, 0.22) * length;
  scene.within(place, () => {
    const body = curve([
      [-length / 2, 0],
      [-length * 0.15, bend * 0.5],
      [length * 0.2, bend * 0.6],
      [length / 2, bend * 0.1],
    ]);
    for (const [width, end] of [
      [32, 0.36],
      [26, 0.44],
      [16, 0.5],
    ] as const) {
      const part = curve([
        [-length / 2, 0],
        [-length * 0.15, bend * 0.5],
        [length * (end - 0.2), bend * 0.55],
        [length * end, bend * (0.6 - end)],
      ]);
      scene.line(part, colour, width, { base, rise: width * 1.1, gloss: 1 });
    }
    scene.line(body, kind === 'red' ? '#ef5340' : '#86bb4a', 5, null, { y: -4 }, 0.5);
    scene.line(`M${-length / 2 + 4} 0q-16 -2 -26 ${bend > 0 ? -14 : 14}`, '#5f8a34', 9, { base, rise: 14, gloss: 0.4 });
    scene.fill(ellipse(12, 13, -length / 2 + 2, 0), '#6d9a3c', { base: base + 6, rise: 16, gloss: 0.5 });
  });
}

/** Rings cut from a chilli, scattered. */
export function chilliRings(
  scene: Scene,
  count: number,
  rx: number,
  ry: number,
  base: number,
  colour = '#d3271f',
): void {
  for (const [x, y] of scatter(scene.random, count, rx, ry, 16)) {
    const size = scene.random.between(7, 12);
    scene.line(
      ellipse(size, size * scene.random.between(0.55, 0.9)),
      colour,
      6,
      { base, rise: 7, gloss: 0.9 },
      { x, y, turn: scene.random.next() * 180 },
    );
  }
}

export function cucumber(scene: Scene, place: Place, base: number, radius = 62): void {
  scene.within(place, () => {
    scene.fill(ellipse(radius), '#3f7d34', { base: base + 2, rise: 3, gloss: 0.5 });
    scene.fill(ellipse(radius * 0.92), ['#dcebb0', '#cfe39c', '#b9d883'], { base: base + 9, gloss: 0.55, rough: 0.15 });
    scene.fill(ellipse(radius * 0.52), '#e6f1c4', { base: base + 8, gloss: 0.7, rough: 0.15 });
    for (let index = 0; index < 12; index += 1) {
      const turn = index * 30 + scene.random.near(6);
      scene.within({ turn }, () =>
        scene.fill(leaf(15, 4), '#f6f5da', { base: base + 9, rise: 5, gloss: 0.8 }, { x: radius * 0.34 }),
      );
    }
  });
}

export function tomato(scene: Scene, place: Place, base: number, radius = 60): void {
  scene.within(place, () => {
    scene.fill(ellipse(radius), '#b81f18', { base: base + 3, rise: 4, gloss: 0.8 });
    scene.fill(ellipse(radius * 0.93), ['#e4543c', '#dc3c2a', '#d02c20'], { base: base + 9, gloss: 0.8, rough: 0.15 });
    for (let index = 0; index < 5; index += 1) {
      scene.within({ turn: index * 72 + 10 }, () => {
        scene.fill(ellipse(radius * 0.25, radius * 0.18, radius * 0.52, 0), '#e8743a', {
          base: base + 6,
          gloss: 1,
          rough: 0.3,
        });
        for (const [x, y] of [
          [0.44, -0.05],
          [0.56, 0.06],
          [0.62, -0.06],
        ] as const) {
          scene.fill(
            ellipse(4.5, 3),
            '#f6d58a',
            { base: base + 8, rise: 4, gloss: 0.8 },
            { x: radius * x, y: radius * y },
          );
        }
      });
    }
  });
}

/** A half of jeruk nipis, cut side up. */
export function lime(scene: Scene, place: Place, base: number, radius = 54): void {
  scene.within(place, () => {
    scene.fill(ellipse(radius), '#5f9427', {
      base,
      profile: [
        [0, base + 26],
        [0.85, base + 24],
        [1, base],
      ],
      gloss: 0.6,
    });
    scene.fill(ellipse(radius * 0.91), '#eef3c4', { base: base + 27, gloss: 0.3 });
    for (let index = 0; index < 8; index += 1) {
      const wedge = `M${radius * 0.1} 0L${radius * 0.74} ${-radius * 0.26}Q${radius * 0.88} 0 ${radius * 0.74} ${radius * 0.26}Z`;
      scene.fill(wedge, '#c6dc6a', { base: base + 27, rise: 7, gloss: 0.95, rough: 0.35 }, { turn: index * 45 });
    }
  });
}

export function herb(scene: Scene, place: Place, base: number, length = 90, colour = '#4c8f3a'): void {
  scene.within(place, () => {
    scene.fill(leaf(length, length * 0.22), [colour, '#2f6e2a'], { base, rise: 12, gloss: 0.45, rough: 0.15 });
    scene.line(`M${-length / 2} 0H${length * 0.4}`, '#9cc477', 2.5, null, {}, 0.8);
    for (const side of [-1, 1]) {
      for (const at of [-0.2, 0, 0.2])
        scene.line(`M${length * at} 0l${length * 0.13} ${side * length * 0.13}`, '#9cc477', 1.6, null, {}, 0.6);
    }
  });
}

/** A sprig of kemangi: five leaves fanning from one point. */
export function sprig(scene: Scene, place: Place, base: number, size = 80): void {
  scene.within(place, () => {
    [-70, -35, 0, 35, 70].forEach((turn, index) => {
      const angle = (turn * Math.PI) / 180;
      const length = size * (1 - Math.abs(index - 2) * 0.1);
      herb(
        scene,
        { x: Math.cos(angle) * length * 0.55, y: Math.sin(angle) * length * 0.55, turn },
        base + index * 2,
        length,
        index % 2 === 0 ? '#58a043' : '#4a8c38',
      );
    });
  });
}

/** Chopped seledri or daun bawang. */
export function chopped(scene: Scene, count: number, rx: number, ry: number, base: number): void {
  for (const [x, y] of scatter(scene.random, count, rx, ry, 8)) {
    const place: Place = { x, y, turn: scene.random.next() * 360 };
    scene.fill(
      blob(scene.random, scene.random.between(5, 9), 4.5, 0.25, 6),
      scene.random.pick(['#5fa045', '#3f8434', '#7db65a']),
      { base, rise: 5, gloss: 0.4 },
      place,
    );
  }
}

/** Bawang goreng: thin curled brown shreds. */
export function friedShallots(scene: Scene, count: number, rx: number, ry: number, base: number): void {
  for (const [x, y] of scatter(scene.random, count, rx, ry)) {
    const { random } = scene;
    const size = random.between(12, 26);
    const strand: Point[] = [
      [-size, random.near(8)],
      [-size * 0.3, random.near(12)],
      [size * 0.4, random.near(12)],
      [size, random.near(8)],
    ];
    scene.line(
      curve(strand),
      random.pick(['#8a4718', '#a85c22', '#c47a34', '#70350f']),
      random.between(5, 8),
      { base: base + random.next() * 8, rise: 7, gloss: 0.45 },
      { x, y, turn: random.next() * 180 },
    );
  }
}

/** A round coloured kerupuk, curled and blistered. */
export function kerupuk(
  scene: Scene,
  place: Place,
  base: number,
  radius = 88,
  colour: 'pink' | 'yellow' | 'white' = 'yellow',
): void {
  const [pale, deep] = { pink: ['#f3b3a8', '#e0796f'], yellow: ['#f6dfae', '#dca95c'], white: ['#faf3e2', '#e6d3ac'] }[
    colour
  ] as [string, string];
  const { random } = scene;
  scene.within(place, () => {
    scene.fill(blob(random, radius, radius * 0.86, 0.1, 12), [pale, pale, deep], {
      base: base + 8,
      rough: 0.7,
      gloss: 0.18,
      profile: [
        [0, base + 18],
        [0.5, base + 22],
        [0.85, base + 34],
        [1, base + 22],
      ],
    });
    for (const [x, y] of scatter(random, 26, radius * 0.78, radius * 0.66, 15)) {
      const size = random.between(6, 13);
      scene.fill(
        blob(random, size, size * 0.8, 0.2, 7),
        [pale, colour === 'pink' ? '#eda093' : '#efcd8d'],
        { base: base + 18, rise: 13, gloss: 0.2, rough: 0.4 },
        { x, y },
      );
    }
  });
}

export function peanuts(scene: Scene, count: number, rx: number, ry: number, base: number): void {
  for (const [x, y] of scatter(scene.random, count, rx, ry, 20)) {
    scene.fill(
      ellipse(13, 9),
      ['#e6b877', '#c88a45'],
      { base, rise: 14, gloss: 0.5 },
      { x, y, turn: scene.random.next() * 180 },
    );
  }
}
