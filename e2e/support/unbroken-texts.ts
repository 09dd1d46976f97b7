import type { Page } from '@playwright/test';
import { withoutBootData } from './boot.ts';

/** Every text that people type is as long as a name may be, in all answers of a page, without a place to break a line. */
export async function withUnbrokenTexts(page: Page): Promise<void> {
  await withoutBootData(page);
  await page.addInitScript(() => {
    const word = 'Rumahmakansederhanapondokbambulubuakalaipermaisejahterabersamakeluarga';
    const typed =
      /(name|nagari|kecamatan|city|province|street|address|title|description|bio|content|reason|comment|answer|text|seller)$/i;
    const lengthened = (value: unknown, key = ''): unknown => {
      if (typeof value === 'string' && value !== '') {
        if (key.endsWith('price')) return value.replace(/^[\d.]+$/, (digits) => digits + '0'.repeat(40));
        if (key.endsWith('email')) return word + value;
        return typed.test(key) ? `${value} ${word}` : value;
      }
      if (Array.isArray(value)) return value.map((item) => lengthened(item, key));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, lengthened(inner, name)]));
    };
    const send = window.fetch;
    window.fetch = async (...request) => {
      const response = await send(...request);
      if (!response.ok || !response.url.includes('/rpc/')) return response;
      return Response.json(lengthened(await response.json()), response);
    };
  });
}
