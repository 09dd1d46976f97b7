import { expect, test as base } from '../support/village-story.ts';
import { giveToPlaywright } from './give-visibility.ts';

export const test = base.extend<object, { given: void }>({
  given: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await giveToPlaywright();
      await use();
    },
    { scope: 'worker', auto: true },
  ],
});

export { expect };
