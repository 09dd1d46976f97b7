import { toExternalUrl } from '@lapau/contract/external-url';

/** A part of a text; a link if it has an `href`. */
type TextPart = { text: string; start: number; href: string | null };

const scheme = /https?:\/\//gi;
/** Joiners stand between letters of some scripts; any other invisible sign ends an address. */
const addressSign = /[\u200c\u200d]|[^\s<>"`\p{Cc}\p{Cf}]/u;
const brackets = ['()', '[]', '{}', '⟨⟩', '（）', '［］', '｛｝', '「」', '『』', '【】', '〈〉', '《》'];
const closingOf = new Map(brackets.map((pair) => [pair.charAt(0), pair.charAt(1)]));
const closing = /\p{Pe}/u;
/** Signs that end a sentence or a quotation, in any script. An address may have them inside: `Jum'at`. */
const ending = /(?![/#%&@\\])[\p{Po}\p{Pi}\p{Pf}\p{Cf}\u2010-\u2015]/u;
/** Signs that end a host which they touch: 'https://a.id🙏', 'https://a.id(baru)'. */
const noHostSign = /(?![-._@\\%。])[\p{P}\p{Extended_Pictographic}]/u;
/** Signs that chats put around text to show it in other letters. */
const emphasis = /[*_~]/;

/** The most refused addresses in a text: each may be read to the text's end, and with more of them the page would stand still. */
const mostRefused = 20;

/** Splits a text into plain parts and addresses of pages: http and https only, as everywhere. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  let refused = 0;
  for (const { index } of text.matchAll(scheme)) {
    if (index < end) continue;
    const shown = readAddress(text.slice(index), text.charAt(index - 1));
    const href = toExternalUrl(shown);
    if (href === null) {
      refused += 1;
      if (refused === mostRefused) break;
      continue;
    }
    if (index > end) parts.push({ text: text.slice(end, index), start: end, href: null });
    parts.push({ text: shown, start: index, href });
    end = index + shown.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), start: end, href: null });
  return parts;
}

/**
 * The address that a text begins with. It ends before the end of a sentence, and before a bracket that it has not opened.
 * @param before the sign before the text
 */
function readAddress(text: string, before: string): string {
  const awaited: string[] = [];
  const [beginning = ''] = /^https?:\/\//i.exec(text) ?? [];
  let length = beginning.length;
  let end = 0;
  let isHost = true;
  for (const sign of text.slice(length)) {
    isHost &&= !/[/?#:]/.test(sign);
    if (!addressSign.test(sign) || (isHost && noHostSign.test(sign))) break;
    length += sign.length;
    const close = closingOf.get(sign);
    if (close !== undefined) {
      awaited.push(close);
    } else if (closing.test(sign)) {
      const opened = awaited.lastIndexOf(sign);
      if (opened === -1) break;
      awaited.length = opened;
      end = length;
    } else if (!ending.test(sign) && !(sign === before && emphasis.test(sign))) {
      end = length;
    }
  }
  return text.slice(0, end);
}
