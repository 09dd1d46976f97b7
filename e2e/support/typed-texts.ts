import type { Page } from '@playwright/test';
import { withoutBootData } from './boot.ts';

/** Every text that people type has something before and behind it, in the answers of all calls of a page but the excepted ones. */
async function withTypedTexts(
  page: Page,
  added: { before?: string; behind?: string; except?: string[] },
): Promise<void> {
  await withoutBootData(page);
  await page.addInitScript(({ before = '', behind = '', except = [] }) => {
    const typed =
      /(name|nagari|kecamatan|city|province|street|address|title|description|bio|content|reason|comment|answer|text|seller)$/i;
    const changed = (value: unknown, key = ''): unknown => {
      if (typeof value === 'string' && value !== '') {
        if (key.endsWith('price')) return value.replace(/^[\d.]+$/, (digits) => digits + '0'.repeat(40));
        if (key.endsWith('email')) return behind.trim() + value;
        return typed.test(key) ? before + value + behind : value;
      }
      if (Array.isArray(value)) return value.map((item) => changed(item, key));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner, name)]));
    };
    const send = window.fetch;
    window.fetch = async (...request) => {
      const response = await send(...request);
      const { ok, url } = response;
      if (!ok || !url.includes('/rpc/') || except.some((call) => url.endsWith(call))) return response;
      return Response.json(changed(await response.json()), response);
    };
  }, added);
}

/** Every text that people type is as long as a name may be, without a place to break a line. */
export const withUnbrokenTexts = (page: Page): Promise<void> =>
  withTypedTexts(page, { behind: ' Rumahmakansederhanapondokbambulubuakalaipermaisejahterabersamakeluarga' });

/** Every text that people type begins in Arabic; the sentences that the server makes of their names do not. */
export const withArabicTexts = (page: Page): Promise<void> =>
  withTypedTexts(page, { before: 'سلام (2) ', except: ['/get_notifications', '/preview_decision'] });

/**
 * The texts that begin in Arabic and are not in their own direction, or that have no box which keeps what is drawn of them to itself. A sentence
 * of the app that names somebody keeps the direction of the page.
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
