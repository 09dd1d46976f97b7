import { readTypedSymbols } from './typed-code.ts';

/**
 * Mailed and printed links to /login: `/login#reset=<token>`. The token is in the fragment, which browsers do not send: it
 * reaches neither the log of a proxy nor a Referer header (RFC 9110 section 10.1.3).
 */
export const linkParameters = { resetPassword: 'reset', verifyEmail: 'verify', firstAdmin: 'admin' } as const;
export const loginLink = (publicUrl: string, parameter: keyof typeof linkParameters, value: string): string =>
  `${publicUrl}/login#${linkParameters[parameter]}=${value}`;

type LinkKind = keyof typeof linkParameters;

/** The lengths of the tokens, which tell what programs have added behind one or cut off; a test compares them with the server's. */
export const tokenLengths: Record<LinkKind, number> = { resetPassword: 24, verifyEmail: 32, firstAdmin: 43 };

/** A mailed or printed link; `token` is undefined if the link's end is missing. */
export type LoginLink = { opens: LinkKind; token: string } | { opens: LinkKind; token: undefined };

/**
 * Finds the mailed or printed link that an address of this site was, whatever mail programs and chats have made of it: they escape it
 * once or several times, in HTML or quoted-printable (RFC 2045, section 6.7), add parameters, the end of a sentence or a line break.
 * The target of `?next=` is no such link.
 * @param address path, query and fragment
 */
export function readLoginLink(address: string): LoginLink | undefined {
  const text = unescaped(address.replace(/([?&])next=[^&#]*/gi, '$1'));
  const [, name = '', value = ''] =
    /^\/+login(?![\w-]).*?[#?&;](reset|verify|admin)(?:=(.*)|[^\w=]*)$/is.exec(text) ?? [];
  const [, begun = ''] = /^\/+login\/*#([a-z]+)\W*$/i.exec(text) ?? [];
  const kinds = Object.keys(linkParameters) as LinkKind[];
  const opens = kinds.find((kind) =>
    name ? linkParameters[kind] === name.toLowerCase() : begun && linkParameters[kind].startsWith(begun.toLowerCase()),
  );
  return opens && { opens, token: readToken(value, tokenLengths[opens]) };
}

function readToken(value: string, length: number): string | undefined {
  const [token = ''] = /^[\w-]*/.exec(value.replace(/[=\s\u00AD\u200B-\u200F\u2060\uFEFF]/g, '')) ?? [];
  // Quoted-printable writes the equals sign before the token as =3D.
  const begin = token.startsWith('3D') && token.length === length + 2 ? 2 : 0;
  return token.length < length ? undefined : token.slice(begin, begin + length);
}

/** Removes the escapes of URLs and HTML from an address, also if it was escaped several times. */
function unescaped(address: string): string {
  let text = address;
  for (let times = 0; times < 3; times += 1) {
    text = text
      .replace(/(?:%[\da-f]{2})+/gi, decoded)
      .replace(/&#(\d{2,3});/g, (_entity, code: string) => String.fromCharCode(Number(code)));
  }
  return text;
}

function decoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}

/** A stall's address: its id stays when the name changes, so that printed codes and sent links do too. */
export const warungLink = (publicUrl: string, id: string): string => `${publicUrl}/warungs/${id}`;

/** A stall's address as people type it from a poster. It leads to `warungLink`. */
export const shortWarungLink = (publicUrl: string, code: string): string => `${publicUrl}/w/${code}`;

/** Matches any signs, then the eight symbols of a code with any signs between them, and no ninth one directly behind them. */
const typedShortCode = /^[^\p{L}\p{N}]*([\da-f](?:[^\p{L}\p{N}]*[\da-f]){7})(?![\p{L}\p{N}])/u;

/**
 * The code that was meant by what is typed behind `/w/`, although it has blanks, dots, hyphens, brackets or slashes in it, stands in
 * quotation marks, is escaped or has the end of a sentence behind it; undefined when it can be no code.
 */
export const shortCode = (typed: string): string | undefined =>
  typedShortCode.exec(readTypedSymbols(unescaped(typed)).toLowerCase())?.[1]?.replaceAll(/[^\da-f]/g, '');

const id = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const word = '[a-z]+(?:-[a-z]+)*';
/** Matches the beginning of an address that can be a screen's: words, and ids, which may have signs or a blank before them. */
const screen = new RegExp(String.raw`^(?:[/\\]+(?:[^\p{L}\p{N}/\\]*${id}|${word})){1,6}`, 'iu');
const endsWithId = new RegExp(`${id}$`, 'i');
/** Matches the rest of a sentence: signs to the end, or a blank or quotation mark with whatever follows. */
const restOfSentence = /^[^\p{L}\p{N}\p{Cc}]*(?:$|[\s\p{Pi}\p{Pf}"'<>%])/u;

/**
 * The screen that a link was meant to open, although the end of a sentence, signs of a chat or other text touch it, a word processor has
 * replaced its hyphens, or it was escaped; undefined for an address that needs no change. Behind an id nothing belongs to the address;
 * behind a word letters may, so that a word that names no screen is left alone.
 */
export function meantScreen(address: string): string | undefined {
  const [, pathname = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(address) ?? [];
  const typed = unescaped(pathname)
    .replaceAll(/&(?:[lg]t|quot|apos|nbsp);/gi, ' ')
    .normalize('NFKC')
    .replaceAll(/[\t\n\r\p{Cf}]/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-');
  const [found = ''] = screen.exec(typed) ?? [];
  const rest = typed.slice(found.length);
  const hasId = endsWithId.test(found);
  if (found === '' || !(hasId || restOfSentence.test(rest))) return undefined;
  const path = found.toLowerCase().replaceAll(/[/\\]+[^\p{L}\p{N}/\\]*/gu, '/');
  return path === pathname.toLowerCase().replace(/\/$/, '') ? undefined : path + (hasId ? '' : search);
}

/** Matches a stall's short address, also with a capital W or without a plain slash before the code; no screen's address has a code. */
const changedShortLink = /^\/+w([^?#]*)/i;

/** The path that a link was meant to open: as `meantScreen` does, also for a stall's short address typed otherwise than printed. */
export function meantPath(address: string): string | undefined {
  const code = shortCode(changedShortLink.exec(address)?.[1] ?? '');
  return code ? shortWarungLink('', code) : meantScreen(address);
}
