import type { Page } from '@playwright/test';

/**
 * Describes all that a person with this phone could not read or reach: a page, or a part of it, that scrolls sideways; a control
 * that something else covers; a label that sticks out of its control; a label or heading that is broken within a word; a price that
 * is cut.
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const controls =
      'a[href], button, input:not([type="hidden"], [type="file"]), select, textarea, summary, [role="button"], [role="tab"], [role="menuitem"]';
    const toaster = '[data-sonner-toaster]';
    const faults: string[] = [];
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest(`[aria-hidden="true"], [inert], ${toaster}`);
    const describe = (element: Element) =>
      `${element.localName} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 60)}"`;
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

    function findSidewaysScroll() {
      for (const element of document.querySelectorAll('*')) {
        const { scrollWidth, clientWidth } = element;
        if (element !== document.documentElement) {
          const { overflowX, scrollSnapType } = getComputedStyle(element);
          const isCarousel = scrollSnapType.startsWith('x');
          const isScroller = overflowX === 'auto' || overflowX === 'scroll';
          if (!isScroller || isCarousel || !isShown(element)) continue;
        }
        if (scrollWidth <= clientWidth) continue;
        const edge = element.getBoundingClientRect().left + clientWidth;
        // Bars that are fixed to the screen follow the page's width and do not cause it.
        const widest = [...element.querySelectorAll('*')].filter(
          (inner) =>
            inner.getBoundingClientRect().right > edge + 1 &&
            !isFixed(inner) &&
            !inner.closest('[aria-roledescription="karusel"]'),
        );
        faults.push(
          `${describe(element)} scrolls sideways: ${scrollWidth} in ${clientWidth} px, for ${widest.slice(0, 3).map(describe).join(', ')}`,
        );
      }
    }

    /** Whether an element stays in its place while the page scrolls. */
    function isFixed(element: Element): boolean {
      for (let parent: Element | null = element; parent; parent = parent.parentElement) {
        const { position, overflowY } = getComputedStyle(parent);
        if (overflowY === 'auto' || overflowY === 'scroll') return false;
        if (position === 'fixed') return true;
      }
      return false;
    }

    /** Whether an element is in a bar that is moved away while one scrolls down, and that comes back with the focus. */
    function isMovedAway(element: Element): boolean {
      for (let parent: Element | null = element; parent; parent = parent.parentElement) {
        const { position, translate, transform } = getComputedStyle(parent);
        if (position === 'sticky' && (translate !== 'none' || transform !== 'none')) return true;
      }
      return false;
    }

    /** The middle of a control, or of its first line if it has several. */
    function middleOf(element: Element) {
      const [first] = element.getClientRects();
      if (!first || first.width <= 1 || first.height <= 1) return null;
      return { x: first.left + first.width / 2, y: first.top + first.height / 2 };
    }

    function findCovered(element: Element) {
      const middle = middleOf(element);
      // An element without a size is for screen readers only.
      if (!middle) return;
      const hit = document.elementsFromPoint(middle.x, middle.y).find((found) => !found.closest(toaster));
      if (!hit) {
        faults.push(`${describe(element)} is outside of the screen`);
      } else if (!element.contains(hit) && hit.closest('label')?.control !== element) {
        faults.push(`${describe(element)} is covered by ${describe(hit)}`);
      }
    }

    /** Whether a text that does not fit into its line ends in an ellipsis. */
    function isCut(inner: Element, control: Element): boolean {
      for (let parent: Element | null = inner; parent && control.contains(parent); parent = parent.parentElement) {
        if (getComputedStyle(parent).overflowX !== 'visible') return true;
      }
      return false;
    }

    function findBrokenWords(element: Element) {
      const box = element.getBoundingClientRect();
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        const parent = text.parentElement;
        if (!parent || parent.closest('.sr-only') || !isShown(parent)) continue;
        // A line may break after a hyphen; a word longer than these has to be broken, and an address in a message may be.
        if (/^https?:/.test(text.data)) continue;
        for (const { 0: word, index } of text.data.matchAll(/[^\s-]+-?/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const parts = [...range.getClientRects()];
          const [first, last] = [parts[0], parts.at(-1)];
          if (!first || !last) continue;
          const isLong = word.length > 25;
          if (!isLong && last.top > first.top + first.height / 2)
            faults.push(`"${word}" is broken in ${describe(element)}`);
          if (!isCut(parent, element) && (first.left < box.left - 1 || last.right > box.right + 1)) {
            faults.push(`"${word}" sticks out of ${describe(element)}`);
          }
        }
      }
    }

    /** Finds prices of usual length that end in an ellipsis. */
    function findCutPrices() {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        let box = text.parentElement;
        if (!box || !/\bRp\s\d/.test(text.data) || text.data.length > 16 || !isShown(box)) continue;
        while (box && getComputedStyle(box).display === 'inline') box = box.parentElement;
        const { scrollWidth = 0, clientWidth = 0, scrollHeight = 0, clientHeight = 0 } = box ?? {};
        if (!box || getComputedStyle(box).overflowX === 'visible') continue;
        if (scrollWidth > clientWidth || scrollHeight > clientHeight + 1) faults.push(`"${text.data}" is cut`);
      }
    }

    await painted();
    findCutPrices();
    findSidewaysScroll();
    // A dialog or menu covers what lies behind it, which cannot be used meanwhile.
    const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]';
    const open = [...document.querySelectorAll(overlays)].filter(isShown);
    const shown = [...(open.at(-1) ?? document).querySelectorAll<HTMLElement>(controls)].filter(isShown);
    for (const element of shown) {
      // A slide of a carousel that is out of sight cannot be reached by the keyboard either.
      if (element.tabIndex < 0 || element.matches(':disabled') || isMovedAway(element)) continue;
      if (!isFixed(element)) element.scrollIntoView({ block: 'center', behavior: 'instant' });
      findCovered(element);
    }
    const headings = [...document.querySelectorAll('h1, h2, h3')].filter(isShown);
    [...shown, ...headings].forEach(findBrokenWords);
    window.scrollTo({ top: 0, behavior: 'instant' });
    return [...new Set(faults)];
  });
