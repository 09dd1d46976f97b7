import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { smallTargets } from './touch-targets.ts';

/** Expects no axe violation, no touch target that is too small, and no horizontal scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page);
  expect(await smallTargets(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
}

/** Runs axe in the page. Its code is loaded once, and it reports nothing of elements that pass: both take most of its time. */
async function axeViolations(page: Page, rules?: string[]): Promise<{ id: string; nodes: string[] }[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (runOnly) => {
      const { violations } = await (window as typeof window & { axe: typeof axe }).axe.run({
        resultTypes: ['violations'],
        preload: false,
        ...runOnly,
      });
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
    },
    rules && { runOnly: rules },
  );
}

/** Expects no axe violation. */
export async function expectNoViolations(page: Page, screen = ''): Promise<void> {
  // Contrast is measured after elements have faded in. Skeletons and spinners never end.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
  await page.evaluate(enableDisabled);
  const violations = await axeViolations(page);
  await page.evaluate(() => {
    for (const control of document.querySelectorAll<HTMLButtonElement>('[data-was-disabled]')) {
      control.disabled = true;
      control.removeAttribute('style');
      delete control.dataset['wasDisabled'];
    }
  });
  expect(violations, screen).toEqual([]);
}

/** Expects every text at 7:1 where a person has asked for more contrast. */
export async function expectHighContrast(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ contrast: 'more' });
  // The check is tried again, since colours take a moment to change.
  const faint = async () => {
    const violations = await axeViolations(page, ['color-contrast-enhanced']);
    return violations.flatMap(({ nodes }) => nodes);
  };
  await expect.poll(faint, `${screen}, with more contrast`).toEqual([]);
  await page.emulateMedia({ contrast: 'no-preference' });
}

/** Enables disabled controls, since axe leaves them out although their texts have to be read; their looks stay. */
function enableDisabled(): void {
  for (const control of document.querySelectorAll<HTMLButtonElement>('button:disabled:not([style])')) {
    const { color, backgroundColor, opacity } = getComputedStyle(control);
    Object.assign(control.style, { color, backgroundColor, opacity });
    control.disabled = false;
    control.dataset['wasDisabled'] = '';
  }
}
