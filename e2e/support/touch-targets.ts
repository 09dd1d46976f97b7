import type { Page } from '@playwright/test';

/**
 * Descriptions of the controls whose touch target is smaller than 44 × 44 pixels. The size is measured by the element that a tap
 * hits, since a small link may have a larger area around it.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls =
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [tabindex="0"]';
    const toaster = '[data-sonner-toaster]';
    const half = 21.5;
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isShown || element.closest(`[aria-hidden="true"], ${toaster}`)) continue;
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const isForReadersOnly = width <= 1 || height <= 1;
      if (isForReadersOnly || (width >= 44 && height >= 44)) continue;
      const [x, y] = [left + width / 2, top + height / 2];
      const isHit = (dx: number, dy: number) => {
        // A toast covers it for a moment only.
        const target = document.elementsFromPoint(x + dx, y + dy).find((found) => !found.closest(toaster));
        return target !== undefined && (element.contains(target) || target.closest('label')?.control === element);
      };
      const isWide = width >= 44 || (isHit(-half, 0) && isHit(half, 0));
      const isHigh = height >= 44 || (isHit(0, -half) && isHit(0, half));
      if (isWide && isHigh) continue;
      const name = element.getAttribute('aria-label') ?? element.textContent.trim();
      found.push(`${element.tagName} "${name}" ${Math.round(width)} × ${Math.round(height)}`);
    }
    return found;
  });
