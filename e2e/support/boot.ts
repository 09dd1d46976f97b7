import type { Page } from '@playwright/test';

/** Empties the boot data of the next pages, so that they fetch what the first screen needs. */
export const withoutBootData = (page: Page) =>
  page.addInitScript(() => {
    // On the first change the document has been parsed, and no script of the app has run.
    document.addEventListener('readystatechange', () => {
      const boot = document.getElementById('boot');
      if (boot) boot.textContent = '{}';
    });
  });
