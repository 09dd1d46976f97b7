import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { smallTargets } from './touch-targets.ts';

/** Expects no axe violation, no touch target that is too small, and no horizontal scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page);
  expect(await smallTargets(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
}

/** Axe without its reports about elements that pass, which take most of its time. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/** Expects no axe violation. */
export async function expectNoViolations(page: Page, screen = ''): Promise<void> {
  // Contrast is measured after elements have faded in. Skeletons and spinners never end.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
  await page.evaluate(enableDisabled);
  const { violations } = await axe(page).analyze();
  await page.evaluate(() => {
    for (const control of document.querySelectorAll<HTMLButtonElement>('[data-was-disabled]')) {
      control.disabled = true;
      control.removeAttribute('style');
      delete control.dataset['wasDisabled'];
    }
  });
  expect(
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) })),
    screen,
  ).toEqual([]);
}

/** Expects every text at 7:1 where a person has asked for more contrast. */
export async function expectHighContrast(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ contrast: 'more' });
  // The check is tried again, since colours take a moment to change.
  const faint = async () => {
    const { violations } = await axe(page).withRules(['color-contrast-enhanced']).analyze();
    return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
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
