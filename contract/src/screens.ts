import type { Access } from './call.ts';

/** Who may see a screen: `guest` only people who are not signed in, `member` everybody who is (product.md#access). */
export type ScreenAccess = Exclude<Access, 'seller'>;

/** Says which bars the app shows around a screen: those of members, those of admins, or none. */
export type Layout = 'member' | 'admin' | 'bare';

/** An area's code is fetched together, as its screens are opened one after another, or by the same people. */
export type Area = 'login' | 'tabs' | 'posts' | 'talk' | 'account' | 'cook' | 'desk' | 'dead-ends';

type Screen = {
  access: ScreenAccess;
  layout: Layout;
  /** Null for the screen that is part of every first load. */
  area: Area | null;
};

/**
 * Every screen, by its path as the router matches it; `*` shows for all other paths. What shows it stands in web/src/app/areas/, and
 * the order is that in which a page at rest loads the code.
 */
export const screens = {
  '/': { access: 'member', layout: 'member', area: null },
  '/login': { access: 'guest', layout: 'bare', area: 'login' },
  '/foods': { access: 'member', layout: 'member', area: 'tabs' },
  '/post/:postId': { access: 'member', layout: 'member', area: 'posts' },
  '/saved': { access: 'member', layout: 'member', area: 'posts' },
  '/warung': { access: 'member', layout: 'member', area: 'tabs' },
  '/warungs/:id': { access: 'member', layout: 'member', area: 'posts' },
  '/my-warung': { access: 'member', layout: 'member', area: 'cook' },
  '/my-warung/tambah-menu': { access: 'member', layout: 'member', area: 'cook' },
  '/my-warung/edit-post/:postId': { access: 'member', layout: 'member', area: 'cook' },
  '/my-warung/angka': { access: 'member', layout: 'member', area: 'cook' },
  '/my-warung/poster': { access: 'member', layout: 'member', area: 'cook' },
  '/ajak': { access: 'member', layout: 'member', area: 'cook' },
  '/profile': { access: 'member', layout: 'member', area: 'account' },
  '/profile/diblokir': { access: 'member', layout: 'member', area: 'talk' },
  '/become-seller': { access: 'member', layout: 'member', area: 'account' },
  '/about': { access: 'member', layout: 'member', area: 'account' },
  '/notifications': { access: 'member', layout: 'member', area: 'account' },
  '/conversations': { access: 'member', layout: 'member', area: 'talk' },
  '/chat/new/:recipientId': { access: 'member', layout: 'bare', area: 'talk' },
  '/chat/:conversationId': { access: 'member', layout: 'bare', area: 'talk' },
  '/admin': { access: 'admin', layout: 'admin', area: 'desk' },
  '/admin/add-post': { access: 'admin', layout: 'admin', area: 'cook' },
  '/admin/reports': { access: 'admin', layout: 'admin', area: 'desk' },
  '/admin/users': { access: 'admin', layout: 'admin', area: 'desk' },
  '/admin/warungs': { access: 'admin', layout: 'admin', area: 'desk' },
  '/admin/warungs/:warungId/menu': { access: 'admin', layout: 'admin', area: 'desk' },
  '/admin/warungs/:warungId/add-menu': { access: 'admin', layout: 'admin', area: 'cook' },
  '/admin/promotions': { access: 'admin', layout: 'admin', area: 'desk' },
  '/admin/settings': { access: 'admin', layout: 'admin', area: 'desk' },
  '/admin/spellings': { access: 'admin', layout: 'admin', area: 'desk' },
  '/admin/log': { access: 'admin', layout: 'admin', area: 'desk' },
  '/privasi': { access: 'public', layout: 'bare', area: 'account' },
  '/unauthorized': { access: 'public', layout: 'bare', area: 'dead-ends' },
  '*': { access: 'public', layout: 'bare', area: 'dead-ends' },
} as const satisfies Record<string, Screen>;

export type ScreenPath = keyof typeof screens;
type FixedPath = Exclude<ScreenPath, `${string}:${string}` | '*'>;
/** An address of a screen without an id, to which menus, notifications and pushes lead. */
export type ScreenAddress = FixedPath | `${FixedPath}?${string}`;
/** The paths of an area's screens. */
export type PathIn<Of extends Area> = {
  [Path in ScreenPath]: (typeof screens)[Path]['area'] extends Of ? Path : never;
}[ScreenPath];

export const paths = Object.keys(screens) as ScreenPath[];

/** Matches a whole id. For an id with something behind it, `meantScreen` finds what was meant. */
const id = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const patterns = paths
  .filter((path) => path !== '*')
  .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/:\w+/g, `(?!${id}[^/])[\\w-]+`)}/?$`, 'i') }));

/** The screen that an address opens. */
export const screenAt = (pathname: string): ScreenPath =>
  patterns.find(({ pattern }) => pattern.test(pathname))?.path ?? '*';
