import type { Page } from '@playwright/test';

/** The walk ends after this many stops: by then it has met each kind of card, in a list without end too. */
const maxStops = 30;

/**
 * Walks through the stops of the keyboard, forwards or backwards, from where the focus is. @returns in words, each stop that a bar, a
 * sheet or a toast covers, or that is out of view
 */
export async function focusFaults(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const faults = new Set<string>();
  // The page gets two frames to follow a change of its size.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const walked = await page.evaluateHandle(() => new Set<Element>());
  for (let stops = 0; stops < maxStops; stops += 1) {
    await page.keyboard.press(key);
    const stop = await walked.evaluate(lookAtStop);
    if (stop === 'end') break;
    if (stop) faults.add(stop);
  }
  return [...faults];
}

/** In the page: looks at what has the focus. @returns its fault, or whether the walk is at its end */
async function lookAtStop(walked: Set<Element>): Promise<string> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // After two frames all that moves along with the focus has moved: bars come back, toasts give way.
  await nextFrame();
  await nextFrame();
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body || walked.has(element)) return 'end';
  walked.add(element);
  // Overlays send the focus back from their edges. A toast lies above all else.
  if (element.closest('[aria-hidden="true"], [data-base-ui-focus-guard], [data-sonner-toaster]')) return '';
  const sized = (found: Element) => found.getBoundingClientRect().width > 1;
  const seen = sized(element) ? element : element.closest('label');
  if (!seen) return '';
  const name = element.getAttribute('aria-label') || element.textContent.trim() || element.getAttribute('name');
  const stop = `${element.localName} "${(name ?? '').slice(0, 60)}"`;

  // Bars come back a moment after somebody has typed, and a busy machine takes longer.
  for (let frame = 0; frame < 30 && faultOf(seen); frame += 1) await nextFrame();
  const fault = faultOf(seen);
  return fault ? `${stop} ${fault}` : '';

  function faultOf(seen: Element): string | undefined {
    // A link that breaks over lines is judged by its largest part.
    const [box] = [...seen.getClientRects()].toSorted((a, b) => b.width * b.height - a.width * a.height);
    const toasts = [...document.querySelectorAll('[data-sonner-toast]:not([data-covered])')];
    if (!box) return 'has no box';
    const xs = [box.left + 7, box.left + box.width / 2, box.right - 7];
    const ys = [box.top + 7, box.top + box.height / 2, box.bottom - 7];
    const faults = xs.flatMap((x) => ys.map((y) => faultAt(x, y)));
    // An element as high as the room between the bars is in view when a part of it is.
    const isInView = box.height > window.innerHeight / 4 ? !faults.every(Boolean) : !faults.some(Boolean);
    return isInView ? undefined : faults.find(Boolean);

    function faultAt(x: number, y: number): string {
      const hit = document.elementFromPoint(x, y);
      if (!hit) return 'is out of view';
      // A toast takes no taps.
      const isIn = ({ left, right, top, bottom }: DOMRect) => x >= left && x <= right && y >= top && y <= bottom;
      const toast = toasts.find((shown) => isIn(shown.getBoundingClientRect()));
      if (toast) return `is covered by the toast "${toast.textContent}"`;
      for (let parent = seen?.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(parent);
        const { left, right, top, bottom } = parent.getBoundingClientRect();
        if (overflowY !== 'visible' && (y < top || y > bottom)) return 'is scrolled out of view';
        if (overflowX !== 'visible' && (x < left || x > right)) return 'is scrolled out of view';
      }
      // Only fixed and sticky elements can cover: a button within a field stands beside the field's text.
      for (let cover: Element | null = hit; cover && !cover.contains(element); cover = cover.parentElement) {
        if (seen?.contains(cover)) return '';
        if (/fixed|sticky/.test(getComputedStyle(cover).position)) {
          const label = cover.getAttribute('aria-label') ?? cover.textContent.trim();
          return `is covered by ${cover.localName} "${label.slice(0, 40)}"`;
        }
      }
      return '';
    }
  }
}
