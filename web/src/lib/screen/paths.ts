/** Every route, as the router matches it. They are apart from the route table, so that its screens need not be loaded to know them. */
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

/** Matches a whole id. For an id with something behind it, `meantScreen` of the contract finds what was meant. */
const id = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const patterns = paths
  .filter((path) => path !== '*')
  .map((path) => new RegExp(`^${path.replace(/:\w+/g, `(?!${id}[^/])[\\w-]+`)}/?$`, 'i'));

/** Whether a path is a screen of the app. */
export const isScreen = (pathname: string): boolean => patterns.some((pattern) => pattern.test(pathname));
