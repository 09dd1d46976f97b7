import type { photoWidths } from '@lapau/contract/limits';

/**
 * The URL of a stored image in another width. `/storage/<bucket>/…/<name>.webp` is 1080 px wide and has the siblings
 * `<name>.640.webp` and `<name>.320.webp`; a query string stays at the end. Other URLs are returned as they are.
 */
export function imageVariant(url: string, width: (typeof photoWidths)[number]): string {
  return width === 1080
    ? url
    : url.replace(/^((?:https?:\/\/[^/]+)?\/storage\/[^?]+)\.webp(?=\?|$)/, `$1.${width}.webp`);
}
