import { shortCode, shortWarungLink, unescaped } from './links.ts';

const id = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const word = '[a-z]+(?:-[a-z]+)*';
/** The beginning of an address that can be a screen's: words and ids, which may have quotation marks or a blank before them. */
const screen = new RegExp(String.raw`^(?:[/\\]+(?:[^\p{L}\p{N}/\\]*${id}|${word})){1,6}`, 'iu');
const endsWithId = new RegExp(`${id}$`, 'i');
/** Signs to the end, or a blank or quotation mark with whatever comes then: the rest of a sentence. */
const restOfSentence = /^[^\p{L}\p{N}]*(?:$|[\s\p{Pi}\p{Pf}"'<>%])/u;

/**
 * The screen to which a link was meant to lead that has come with the end of a sentence, with signs of the chat that it was sent in or with
 * text that touches it, whose hyphens a word processor has replaced, or which was escaped. Undefined for an address that is one already.
 * Behind an id nothing is part of the address; behind a word letters may be, and a word that is no screen stays one.
 */
export function meantScreen(address: string): string | undefined {
  const [, pathname = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(address) ?? [];
  const typed = unescaped(pathname)
    .replaceAll(/&(?:[lg]t|quot|apos|nbsp);/gi, ' ')
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-');
  const [found = ''] = screen.exec(typed) ?? [];
  const rest = typed.slice(found.length);
  const hasId = endsWithId.test(found);
  if (found === '' || !(hasId || restOfSentence.test(rest))) return undefined;
  const path = found.toLowerCase().replaceAll(/[/\\]+[^\p{L}\p{N}/\\]*/gu, '/');
  return path === pathname.toLowerCase().replace(/\/$/, '') ? undefined : path + (hasId ? '' : search);
}

/** It takes a capital W, and a code that has no slash before it or an escaped one. No address of a screen is read as one. */
const changedShortLink = /^\/+w([^?#]*)/i;

/** Where a link was meant to lead: `meantScreen`, and a stall's short address that was typed otherwise than it is printed. */
export function meantPath(address: string): string | undefined {
  const code = shortCode(changedShortLink.exec(address)?.[1] ?? '');
  return code ? shortWarungLink('', code) : meantScreen(address);
}
