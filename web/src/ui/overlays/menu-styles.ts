/** The classes and distances that a menu and its shell share, so that one replaces the other without a jump. */
export const menuStyles = 'min-w-48 rounded-card bg-raised py-1.5 shadow-xl ring-1 shadow-black/50 ring-line';

export const menuItemStyles = 'flex min-h-12 items-center gap-3 px-4';

/** The distances in pixels to the button and to the edges of the screen. */
export const menuOffset = { button: 4, edge: 8 };
