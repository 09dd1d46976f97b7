/**
 * Every route that has a screen, as the router matches it. Navigation and links to other routes are hidden until those are
 * here (`hasRoute`).
 */
export const paths = [
  '/',
  '/login',
  '/foods',
  '/post/:postId',
  '/saved',
  '/warung',
  '/warungs/:id',
  '/my-warung/tambah-menu',
  '/profile',
  '/about',
  '/notifications',
  '/admin/add-post',
  '/privasi',
  '/unauthorized',
  '*',
] as const;

export type RoutePath = (typeof paths)[number];

/** Whether a route exists: `hasRoute('/post/:postId')`. */
export const hasRoute = (path: string): boolean => paths.some((known) => known === path);
