import { readTypedSymbols } from './typed-code.ts';

/**
 * Mailed and printed links to /login: `/login#reset=<token>`. The token is in the fragment, which browsers do not send: it
 * reaches neither the log of a proxy nor a Referer header (RFC 9110 section 10.1.3).
 */
export const linkParameters = { resetPassword: 'reset', verifyEmail: 'verify', firstAdmin: 'admin' } as const;
export const loginLink = (publicUrl: string, parameter: keyof typeof linkParameters, value: string): string =>
  `${publicUrl}/login#${linkParameters[parameter]}=${value}`;

type LinkKind = keyof typeof linkParameters;

/** How long the tokens are, so that what programs have put behind one or cut off is known; a test holds them against the server's. */
export const tokenLengths: Record<LinkKind, number> = { resetPassword: 24, verifyEmail: 32, firstAdmin: 43 };

/** `token` is undefined where the link's end is missing. */
export type LoginLink = { opens: LinkKind; token: string } | { opens: LinkKind; token: undefined };

/**
 * Which mailed or printed link an address of this site was, whatever mail programs and chats have made of it: escaped, once or several
 * times, in HTML or quoted-printable (RFC 2045, section 6.7); with parameters of their own, or the end of the sentence; with a line break.
 * Where `?next=` leads to is none.
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
  // the equals sign before it in quoted-printable
  const begin = token.startsWith('3D') && token.length === length + 2 ? 2 : 0;
  return token.length < length ? undefined : token.slice(begin, begin + length);
}

/** An address without escapes of URLs and HTML, also where it was escaped several times. */
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

/** Any signs, then eight symbols of a code with any signs between them, and no ninth directly behind them. */
const typedShortCode = /^[^\p{L}\p{N}]*([\da-f](?:[^\p{L}\p{N}]*[\da-f]){7})(?![\p{L}\p{N}])/u;

/**
 * The code that was meant by what is typed behind `/w/`: with blanks, dots, hyphens, brackets or slashes in it, in quotation marks, escaped, or
 * with the end of the sentence that it was sent in; undefined when it can be none.
 */
export const shortCode = (typed: string): string | undefined =>
  typedShortCode.exec(readTypedSymbols(unescaped(typed)).toLowerCase())?.[1]?.replaceAll(/[^\da-f]/g, '');

const id = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const word = '[a-z]+(?:-[a-z]+)*';
/** The beginning of an address that can be a screen's: words and ids, which may have quotation marks or a blank before them. */
const screen = new RegExp(String.raw`^(?:[/\\]+(?:[^\p{L}\p{N}/\\]*${id}|${word})){1,6}`, 'iu');
const endsWithId = new RegExp(`${id}$`, 'i');
/** Signs to the end, or a blank or quotation mark with whatever comes then: the rest of a sentence. */
const restOfSentence = /^[^\p{L}\p{N}\p{Cc}]*(?:$|[\s\p{Pi}\p{Pf}"'<>%])/u;

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
    .replaceAll(/[\t\n\r\p{Cf}]/gu, '')
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
