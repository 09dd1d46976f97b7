import type { QueryClient } from '@tanstack/react-query';
import { isOutdated, outdatedEvent } from '../../lib/network/page-release.ts';
import { renewApp } from '../../lib/session/kept-app.ts';
import { isAtRest, untilTrue } from '../page-rest.ts';
import { takeReload } from '../take-reload.ts';

/** After a reload that has brought the same release again, the app leaves the next reload to the person for this long. */
const pauseMs = 3_600_000;

/**
 * Loads the page again once the server does not speak with its release any more, and nobody would miss anything. The worker fetches the
 * new release first: without a signal the page stays what it is.
 * @returns ends it
 */
export function reloadWhenOutdated(client: QueryClient): () => void {
  let isUnderWay = false;
  let isEnded = false;
  async function reload(): Promise<void> {
    if (isUnderWay || isEnded) return;
    isUnderWay = true;
    if (await renewApp()) {
      await untilTrue(() => isEnded || isAtRest(client));
      if (!isEnded && takeReload('reloaded-outdated', pauseMs)) return location.reload();
    } else isUnderWay = false;
  }
  const start = () => void reload();
  window.addEventListener(outdatedEvent, start);
  if (isOutdated()) start();
  return () => {
    isEnded = true;
    window.removeEventListener(outdatedEvent, start);
  };
}
