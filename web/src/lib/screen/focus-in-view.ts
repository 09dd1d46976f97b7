/** The room for the outline of the element with the focus. */
const outlinePx = 6;

/** The time within which bars come back that have given way to a text field, after it has lost the focus (ui/fields/use-typing.ts). */
const barsMs = 1_000;

/**
 * Scrolls an element that gets the keyboard's focus out from under bars that stay in place while the page scrolls. Those have `data-covers`
 * with the edge of the window where they stay; browsers take an element under them for visible. Bars come and go, and are as high as their
 * text, so they are measured at each focus. The page also scrolls so for the caret while one types, and when a phone's keyboard opens.
 * @param signal stops it
 */
export function keepFocusInView(signal: AbortSignal): void {
  const { style } = document.documentElement;
  const show = () => {
    const focused = shownFocus();
    if (!focused) return;
    const [top, bottom] = coveredEdges(focused);
    style.scrollPaddingBlock = `${top + outlinePx}px ${bottom + outlinePx}px`;
    focused.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  };
  let focusedAt = 0;
  // A page that the person has scrolled since stays where it is.
  const bars = new ResizeObserver(() => performance.now() - focusedAt < barsMs && scrollPageToFocus());
  const start = () => {
    focusedAt = performance.now();
    show();
    for (const bar of document.querySelectorAll('[data-covers]')) bars.observe(bar);
  };
  const stop = () => {
    bars.disconnect();
    style.removeProperty('scroll-padding-block');
  };
  document.addEventListener('focusin', start, { signal });
  document.addEventListener('focusout', stop, { signal });
  // The bars have moved by the next frame.
  const showInFrame = () => requestAnimationFrame(show);
  window.visualViewport?.addEventListener('resize', showInFrame, { signal });
}

/** The element with the keyboard's focus: one that is pressed must not move before it is clicked, and one in a bar cannot move. */
function shownFocus(): Element | undefined {
  const focused = document.activeElement;
  return focused?.matches(':focus-visible') && !focused.closest('[data-covers]') ? focused : undefined;
}

/** Scrolls the page alone: photos that a person has leafed through by key do not go back to the one with the focus. */
function scrollPageToFocus(): void {
  const focused = shownFocus();
  if (!focused) return;
  const box = focused.getBoundingClientRect();
  const [top, bottom] = coveredEdges(focused);
  const above = box.top - top - outlinePx;
  const below = box.bottom - (window.innerHeight - bottom - outlinePx);
  // An element that is higher than the room between the bars is shown as far as it fits.
  if (above < 0 && below < 0) window.scrollBy({ top: Math.max(above, below), behavior: 'instant' });
  else if (above > 0 && below > 0) window.scrollBy({ top: Math.min(above, below), behavior: 'instant' });
}

/** How many pixels at the top and at the bottom of the window may be covered, above or below an element. */
function coveredEdges(focused: Element): [top: number, bottom: number] {
  const { left, right } = focused.getBoundingClientRect();
  const edges = { top: 0, bottom: 0 };
  for (const cover of document.querySelectorAll<HTMLElement>('[data-covers]')) {
    const box = cover.getBoundingClientRect();
    // On a wide screen the navigation stands beside the column.
    if (box.width === 0 || box.right <= left || box.left >= right) continue;
    // A bar counts where it sticks, also before it does or while it is hidden. A part may stick out, as the round button does.
    const parts = [...cover.querySelectorAll('*')]
      .map((part) => part.getBoundingClientRect())
      .filter(({ width }) => width > 0);
    const { top, bottom } = getComputedStyle(cover);
    if (cover.dataset['covers'] === 'top') {
      const height = Math.max(box.height, ...parts.map((part) => part.bottom - box.top));
      edges.top = Math.max(edges.top, Number.parseFloat(top) + height);
    } else {
      const height = Math.max(box.height, ...parts.map((part) => box.bottom - part.top));
      edges.bottom = Math.max(edges.bottom, Number.parseFloat(bottom) + height);
    }
  }
  return [edges.top, edges.bottom];
}
