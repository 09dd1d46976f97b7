import { useSyncExternalStore } from 'react';

/** Whether the server renders this code as a page's HTML, where there is neither a window nor a device. */
export const isOnServer = typeof document === 'undefined';

const neverChanges = () => () => undefined;

/**
 * Whether this is what the server's HTML shows: there, and while the page takes it over. What only the device knows comes with the next
 * render.
 */
export const useIsServersHtml = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
