import { cups } from './dishes/cups.ts';
import { drinks } from './dishes/drinks.ts';
import { gulai } from './dishes/gulai.ts';
import { meats } from './dishes/meats.ts';
import { plates } from './dishes/plates.ts';
import type { Recipe } from './dishes/recipe.ts';
import { sambal } from './dishes/sambal.ts';
import { snacks } from './dishes/snacks.ts';
import { dressing } from './pieces/props.ts';
import { renderScene } from './render.ts';
import { newScene } from './scene.ts';

const recipes: Record<string, Recipe> = { ...gulai, ...sambal, ...plates, ...meats, ...snacks, ...cups, ...drinks };

/** Every dish that can be drawn, by the name it is posted under. */
export const drawableDishes: readonly string[] = Object.keys(recipes);

/** Pictures are as large as the largest variant that is kept of an uploaded photo. */
const photoSize = { width: 1080, height: 1080 };

/** The view of each photo of a dish: from above, close, and from the other side. */
const views = [
  { x: 600, y: 605, scale: 1.14, turn: 0 },
  { x: 520, y: 680, scale: 1.5, turn: 24 },
  { x: 640, y: 570, scale: 1.2, turn: 205 },
] as const;

/**
 * Draws a dish, seen from above on a table: a JPEG, 1080 pixels square, always the same bytes for the same arguments.
 * `variant` 0, 1, 2 are three photos of it that differ in view, tableware and table. Throws for a dish without a picture.
 */
export async function drawDish(dish: string, variant: number): Promise<Buffer> {
  const recipe = recipes[dish];
  if (recipe === undefined) throw new Error(`No picture for the dish "${dish}".`);
  const index = variant % views.length;
  const scene = newScene(`${dish} ${variant}`);
  scene.background = recipe.grounds[index]!;
  scene.within({ x: 600, y: 600 }, () => dressing(scene, recipe.beside?.[index] ?? 'none'));
  const { turn, ...view } = views[index]!;
  scene.within({ ...view, turn: recipe.upright ? 0 : turn + scene.random.near(6) }, () => recipe.draw(scene, index));
  return renderScene(scene, photoSize);
}
