import { layoutFaults } from '../support/layout-faults.ts';
import { openScreen, screens } from '../support/screens.ts';
import { expect, test } from '../support/village-story.ts';
import { overlays } from './overlays.ts';

test('the browser is as old as it is meant to be', ({ browser }) => {
  expect(browser.version()).toMatch(/^103\./);
});

/** Whether it is another screen while it loads, has nothing to show or has failed. */
const isState = (name: string): boolean => /-(loading|empty|error)$/.test(name);

for (const screen of [...screens.filter(({ name }) => !isState(name)), ...overlays]) {
  test(`${screen.name} has everything where it can be reached`, async ({ open, village }) => {
    const page = await open('about:blank', screen.as && village[screen.as]);
    await openScreen(page, screen);
    await page.evaluate(() => {
      // What looks for faults asks so, and is not the app: that has had its turn.
      Element.prototype.checkVisibility ??= function checkVisibility(this: Element) {
        const { visibility, opacity } = getComputedStyle(this);
        return this.getClientRects().length > 0 && visibility === 'visible' && opacity !== '0';
      };
    });
    await expect.poll(() => layoutFaults(page), screen.name).toEqual([]);
  });
}
