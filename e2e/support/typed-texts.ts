import type { Page } from '@playwright/test';
import { withoutBootData } from './boot.ts';

/** Calls whose answers have sentences that the server makes of names; those sentences do not begin in Arabic. */
const callsWithSentences = ['/get_notifications', '/preview_decision'];

/**
 * Replaces every text that people type, in the answers of all calls of a page, by one that begins in Arabic and is as long as a name
 * may be, without a place to break a line.
 */
export async function withLongArabicTexts(page: Page): Promise<void> {
  await withoutBootData(page);
  await page.addInitScript(
    ({ arabic, unbroken, sentences }) => {
      const typed =
        /(name|nagari|kecamatan|city|province|street|address|title|description|bio|content|reason|comment|answer|text|seller)$/i;
      const changed = (value: unknown, before: string, key = ''): unknown => {
        if (typeof value === 'string' && value !== '') {
          if (key.endsWith('price')) return value.replace(/^[\d.]+$/, (digits) => digits + '0'.repeat(40));
          if (key.endsWith('email')) return unbroken + value;
          return typed.test(key) ? `${before}${value} ${unbroken}` : value;
        }
        if (Array.isArray(value)) return value.map((item) => changed(item, before, key));
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner, before, name)]));
      };
      const send = window.fetch;
      window.fetch = async (...request) => {
        const response = await send(...request);
        const { ok, url } = response;
        if (!ok || !url.includes('/rpc/')) return response;
        const before = sentences.some((call) => url.endsWith(call)) ? '' : arabic;
        return Response.json(changed(await response.json(), before), response);
      };
    },
    {
      arabic: 'سلام (2) ',
      unbroken: 'Rumahmakansederhanapondokbambulubuakalaipermaisejahterabersamakeluarga',
      sentences: callsWithSentences,
    },
  );
}

/**
 * The texts that begin in Arabic and are not in their own direction, or have no box that cuts off what is drawn outside of it. A
 * sentence of the app that names somebody keeps the direction of the page.
 */
export const directionFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const notDrawn = '.sr-only, [aria-hidden="true"], [data-sonner-toaster], option, script, style';
    while (texts.nextNode()) {
      const { textContent: text, parentElement: element } = texts.currentNode;
      if (!element || element.closest(notDrawn) || !/^[^\p{L}]*\p{Script=Arabic}/u.test(text ?? '')) continue;
      if (!element.closest('[dir="auto"], bdi')) faults.push(`"${text}" has the direction of the page`);
      let box: Element | null = element;
      while (box && getComputedStyle(box).display === 'inline') box = box.parentElement;
      const boxes = [box, box?.parentElement].filter((one) => one instanceof Element);
      if (!boxes.some((one) => getComputedStyle(one).overflowY !== 'visible')) faults.push(`"${text}" has no box`);
    }
    return [...new Set(faults)];
  });
