import { useLayoutEffect } from 'react';
import { isOnServer } from '../device/on-server.ts';

/**
 * Parts of a screen for which bars of the layout give way:
 *
 * - `actions`: a screen's own actions, at the bottom
 * - `typing`: something that is typed into on a phone
 * - `own-bottom`: the bar of a conversation or of comments
 * - `own-top`: a header in place of the site's
 */
export type Taker = 'actions' | 'typing' | 'own-bottom' | 'own-top';

const shown = new Map<Taker, number>();

function count(taker: Taker, change: 1 | -1): void {
  const now = (shown.get(taker) ?? 0) + change;
  shown.set(taker, now);
  document.documentElement.toggleAttribute(`data-${taker}`, now > 0);
}

/** What the screen shows that the server is rendering. */
const rendered = new Set<Taker>();

/** The parts of the screen that has just been rendered: the server writes their attributes into the page. */
export const renderedPlaces = (): Taker[] => [...rendered];

export const forgetRenderedPlaces = (): void => rendered.clear();

/**
 * Tells the whole page that it is shown, by an attribute of the root element, such as `data-actions`, which styles ask for by
 * `in-data-actions:`. Browsers older than `:has()` have no other way to ask.
 */
export function useTakesPlace(taker: Taker, isTaking = true): void {
  if (isOnServer && isTaking) rendered.add(taker);
  useLayoutEffect(() => {
    if (!isTaking) return;
    count(taker, 1);
    return () => count(taker, -1);
  }, [taker, isTaking]);
}
