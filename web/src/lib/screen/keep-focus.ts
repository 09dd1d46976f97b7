const focusable = 'a[href], button:not(:disabled), input:not(:disabled), textarea, select, [tabindex="0"]';
/** Overlays that close by themselves and leave the focus to the element that opened them. */
const passing = '[role="menu"], [role="alertdialog"], [role="dialog"]';

/**
 * Moves the focus on when its element disappears, such as the button of a row that was deleted or decided: to the next row, or the one
 * before, or the screen. Otherwise people with a keyboard or a screen reader would start at the page's beginning. While a menu or dialog
 * about a row is open, the element that has opened it counts as having the focus.
 * @param screen the id of the element around the screen
 * @param signal stops it
 */
export function keepFocus(screen: string, signal: AbortSignal): void {
  /** The element with the focus, or the one that had it before a menu or dialog. */
  let kept: Element | null = document.activeElement;
  /** Whether it has disappeared, and the element that is kept now has not got the focus yet. */
  let isLost = false;
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const overlay = target.closest(passing);
    // In a sheet or dialog with rows of its own, such as the comments of a dish, only the rows count.
    if (overlay && !target.closest('li')) return;
    kept = target;
    isLost = false;
  };
  const observer = new MutationObserver((records) => {
    if (!kept) return;
    for (const { target, removedNodes, previousSibling, nextSibling } of records) {
      if (![...removedNodes].some((removed) => removed.contains(kept))) continue;
      kept = heirOf(target, nextSibling, previousSibling, screen);
      isLost = true;
      break;
    }
    // Menus and dialogs put the focus back themselves, if what opened them is still there. On its way from one element to the next
    // the focus is on the body too.
    if (isLost && document.activeElement === document.body && kept?.isConnected) {
      (kept as HTMLElement).focus({ preventScroll: true });
    }
  });
  document.addEventListener('focusin', note, { signal });
  observer.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
}

/** Chromium has `checkVisibility` since 105. */
const isShown = (element: Element): boolean =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';

/** The element that takes the focus over from one removed between two neighbours; none if that was a whole screen or overlay. */
function heirOf(parent: Node, next: Node | null, previous: Node | null, screen: string): Element | null {
  const frame = document.getElementById(screen);
  const isPart = parent !== frame && frame?.contains(parent);
  if (!isPart && !(parent instanceof Element && parent.closest('ul, ol'))) return null;
  for (const near of [next, previous, parent]) {
    if (!(near instanceof Element) || !near.isConnected) continue;
    const heir = [near, ...near.querySelectorAll(focusable)].find(
      (element) => element.matches(focusable) && isShown(element),
    );
    if (heir) return heir;
  }
  return frame;
}
