import { lazy } from 'react';
import type { ComponentType } from 'react';

const reloadedKey = 'reloaded-for-code';
const reloadPause = 60_000;

/**
 * A screen whose code is loaded when it is first shown. Code that cannot be had although the network is there is
 * usually that of a release that is gone: the page is loaded anew, once, and then the error boundary has the word.
 */
export function lazyScreen(load: () => Promise<ComponentType>) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      const lastReload = Number(sessionStorage.getItem(reloadedKey));
      if (!navigator.onLine || Date.now() - lastReload < reloadPause) throw error;
      sessionStorage.setItem(reloadedKey, String(Date.now()));
      window.location.reload();
      // The page is about to go: nothing more is shown.
      return new Promise<never>(() => undefined);
    }
  });
}
