/**
 * Every route that has a screen, as the router matches it. Apart from the route table, because links in `features` and `ui`
 * ask for a route before they show (`hasRoute`) and may not import screens. Once every route of the product is here, both
 * this list and the questions can go: the table's keys are the paths.
 */
export const paths = [
  '/',
  '/login',
  '/foods',
  '/post/:postId',
  '/saved',
  '/warung',
  '/warungs/:id',
  '/my-warung',
  '/my-warung/tambah-menu',
  '/my-warung/edit-post/:postId',
  '/my-warung/angka',
  '/my-warung/poster',
  '/profile',
  '/profile/diblokir',
  '/become-seller',
  '/about',
  '/notifications',
  '/conversations',
  '/chat/new/:recipientId',
  '/chat/:conversationId',
  '/admin',
  '/admin/add-post',
  '/admin/reports',
  '/admin/users',
  '/admin/warungs',
  '/admin/warungs/:warungId/menu',
  '/admin/warungs/:warungId/add-menu',
  '/admin/promotions',
  '/admin/settings',
  '/admin/spellings',
  '/admin/log',
  '/privasi',
  '/unauthorized',
  '*',
] as const;

export type RoutePath = (typeof paths)[number];

/** Whether a route exists: `hasRoute('/post/:postId')`. */
export const hasRoute = (path: string): boolean => paths.some((known) => known === path);
