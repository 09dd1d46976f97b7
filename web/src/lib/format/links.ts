import { toExternalUrl } from '@lapau/contract/external-url';

/** A part of a text; a link if it has an `href`. */
type TextPart = { text: string; start: number; href: string | null };

const address = /https?:\/\/[^\s<>"'`]+/gi;
/** What ends a sentence, not an address. */
const ending = /[.,;:!?)\]}*]+$/;

/** Splits a text into plain parts and addresses of pages: http and https only, as everywhere. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const shown = found.replace(ending, '');
    const href = toExternalUrl(shown);
    if (href === null) continue;
    if (index > end) parts.push({ text: text.slice(end, index), start: end, href: null });
    parts.push({ text: shown, start: index, href });
    end = index + shown.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), start: end, href: null });
  return parts;
}
