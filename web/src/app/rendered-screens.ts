import { screens } from '@lapau/contract/screens';
import type { ScreenPath } from '@lapau/contract/screens';

/** The screens that the server renders (D109). */
export const renderedScreens = [
  '/login',
  '/',
  '/foods',
  '/post/:postId',
  '/warungs/:id',
] as const satisfies ScreenPath[];

/** The areas that have their code. */
export const renderedAreas = [...new Set(renderedScreens.flatMap((path) => screens[path].area ?? []))];
