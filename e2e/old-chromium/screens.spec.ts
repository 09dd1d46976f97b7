import { layoutFaults } from '../support/layout-faults.ts';
import { openScreen, screens } from '../support/screens.ts';
import { giveToPage } from './give-visibility.ts';
import { overlays } from './overlays.ts';
import { expect, test } from './story.ts';

test('the browser is as old as it is meant to be', ({ browser }) => {
  expect(browser.version()).toMatch(/^103\./);
});

/** Whether it is another screen while it loads, has nothing to show or has failed. */
const isState = (name: string): boolean => /-(loading|empty|error)$/.test(name);

for (const screen of [...screens.filter(({ name }) => !isState(name)), ...overlays]) {
  test(`${screen.name} has everything where it can be reached`, async ({ open, village }) => {
    const page = await open('about:blank', screen.as && village[screen.as]);
    await openScreen(page, screen);
    await giveToPage(page);
    await expect.poll(() => layoutFaults(page), screen.name).toEqual([]);
  });
}
