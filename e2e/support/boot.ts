import type { Page } from '@playwright/test';

/** Lets the next pages come without the answers they would ask for first, as under a proxy that knows no boot data. */
export const withoutBootData = (page: Page) =>
  page.addInitScript(() => {
    // The document has been read then, and no script of the app has run.
    document.addEventListener('readystatechange', () => {
      const boot = document.getElementById('boot');
      if (boot) boot.textContent = '{}';
    });
  });
