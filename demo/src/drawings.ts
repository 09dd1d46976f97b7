import type { Picture, Purpose } from '../../server/src/platform/files/image.ts';
import { drawPersonAvatar, drawStallAvatar } from './pictures/avatars.ts';
import { drawBanner } from './pictures/banners.ts';
import { drawDish } from './pictures/draw.ts';

/** What a picture shows. */
export type Drawing = { person: string } | { stall: string } | { dish: string; photo: number } | { banner: number };

/** An order to the process that draws; its answer has the same number. */
export type Order = { number: number; drawing: Drawing; purpose: Purpose };
export type Answer = { number: number; picture: Picture } | { number: number; failure: string };

export function draw(drawing: Drawing): Promise<Buffer> {
  if ('person' in drawing) return drawPersonAvatar(drawing.person);
  if ('stall' in drawing) return drawStallAvatar(drawing.stall);
  if ('dish' in drawing) return drawDish(drawing.dish, drawing.photo);
  return drawBanner(drawing.banner);
}
