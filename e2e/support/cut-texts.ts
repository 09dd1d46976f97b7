import type { Page } from '@playwright/test';

/** The texts of which a part does not show, since they do not fit into their line, their lines or their box. */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cut = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      const text = texts.currentNode.textContent?.trim();
      if (!element || !text || element.closest('.sr-only, [aria-hidden="true"], [inert], [data-sonner-toaster]'))
        continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const edges = box.getBoundingClientRect();
        const isCutX = overflowX === 'hidden' || overflowX === 'clip';
        const isCutY = overflowY === 'hidden' || overflowY === 'clip';
        // A slide that is out of sight, and what stands below the end of a scroller, can be brought into view.
        if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll') break;
        if (
          (isCutX && (left < edges.left - 2 || right > edges.right + 2)) ||
          (isCutY && (top < edges.top - 2 || bottom > edges.bottom + 4))
        )
          cut.add(text);
      }
    }
    return [...cut];
  });
