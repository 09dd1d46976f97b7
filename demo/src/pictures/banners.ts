import { cups } from './dishes/cups.ts';
import { gulai } from './dishes/gulai.ts';
import { meats } from './dishes/meats.ts';
import type { Recipe } from './dishes/recipe.ts';
import { snacks } from './dishes/snacks.ts';
import { write } from './lettering.ts';
import { roof } from './pieces/roof.ts';
import { renderScene } from './render.ts';
import { newScene, canvasSide } from './scene.ts';
import { box } from './shapes.ts';

type Banner = {
  ground: string;
  panel: string;
  title: readonly [string, string];
  line: string;
  plates: readonly [Recipe, Recipe];
};

const banners: readonly Banner[] = [
  {
    ground: 'ebony',
    panel: '#4a1013',
    title: ['SALERO', 'MINANG'],
    line: 'DARI LAPAU TETANGGA',
    plates: [meats['Randang Dagiang']!, gulai['Gulai Baung']!],
  },
  {
    ground: 'redMat',
    panel: '#143f3a',
    title: ['JUMAT', 'BERKAH'],
    line: 'TAKJIL GRATIS DI SURAU',
    plates: [cups['Bubua Kampiun']!, snacks['Godok Pisang']!],
  },
  {
    ground: 'songket',
    panel: '#2a1a0c',
    title: ['ALEK', 'NAGARI'],
    line: 'TUJUAH NAGARI BASAMO',
    plates: [meats['Sate Danguang-Danguang']!, snacks['Lamang Tapai']!],
  },
];

/** One of the three promo banners (0, 1, 2): a JPEG of 1600 × 400 pixels with its text as drawn letters. */
export async function drawBanner(index: number): Promise<Buffer> {
  const { ground, panel, title, line, plates } = banners[index % banners.length]!;
  const scene = newScene(`banner ${line}`);
  scene.background = ground;
  // The scene is canvasSide units wide and a quarter of that high.
  for (const [place, recipe] of [
    [{ x: 1090, y: 190, scale: 0.36 }, plates[0]],
    [{ x: 800, y: 150, scale: 0.34 }, plates[1]],
  ] as const) {
    scene.within({ ...place, turn: scene.random.near(10) }, () => recipe.draw(scene, 2));
  }
  scene.fill(
    box(640, canvasSide / 4 + 60, 60),
    panel,
    { base: 60, rough: 0.25, gloss: 0.1 },
    { x: 290, y: canvasSide / 8 },
  );
  scene.line(
    box(612, canvasSide / 4 - 24, 40),
    '#c99a3c',
    3,
    { base: 62, rise: 4, gloss: 0.8 },
    { x: 284, y: canvasSide / 8 },
  );
  roof(scene, { x: 132, y: 122, scale: 0.235 }, 66, { thatch: ['#c9803a', '#a5602a', '#7a4018'], trim: '#f8d98a' });
  for (const x of [-68, -34, 0, 34, 68])
    scene.line('M0 166V226', '#9a6234', 13, { base: 62, rise: 12, rough: 0.3 }, { x: 132 + x });
  scene.line('M46 232H218', '#b87a44', 13, { base: 62, rise: 12, rough: 0.3 });
  title.forEach((word, row) =>
    write(scene, word, {
      x: 258,
      y: 62 + row * 74,
      size: 52,
      weight: 10.5,
      colour: '#f2b632',
      matter: { base: 64, rise: 13, gloss: 0.9 },
    }),
  );
  write(scene, line, {
    x: 259,
    y: 219,
    size: 17.5,
    weight: 3.4,
    colour: '#f6ead0',
    matter: { base: 63, rise: 4, gloss: 0.3 },
  });
  return renderScene(scene, { width: 1600, height: 400 });
}
