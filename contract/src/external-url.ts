/** URL is a global of browsers and Node; it is declared here, as this package compiles without the type libraries of either. */
declare const URL: new (url: string) => { hostname: string };

const parts = /^(https?):\/\/([^\s/?#@\\:]+)((?::\d{1,5})?(?:[/?#][^\s\\]*)?)$/i;
/** Matches a domain, not an IP address: it has at least two labels, and the last one is no number (RFC 1123 section 2.1). */
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{2,63}$/;

/**
 * Normalizes a link to another site, as it is stored and shown: absolute, http or https, without credentials. The domain is
 * in ASCII (punycode, RFC 3492; UTS #46), because letters of other scripts can imitate a known one. Null for anything else.
 */
export function toExternalUrl(value: string): string | null {
  const [, scheme, host, rest] = parts.exec(value) ?? [];
  if (scheme === undefined || host === undefined) return null;
  try {
    const { hostname } = new URL(`${scheme}://${host}/`);
    return domain.test(hostname) ? `${scheme.toLowerCase()}://${hostname}${rest}` : null;
  } catch {
    return null;
  }
}

/** The link that somebody has typed or pasted, without what mails put around an address; null if `toExternalUrl` answers null. */
export const typedLink = (value: string): string | null =>
  toExternalUrl(
    value
      .replace(/^[\p{Ps}\p{Pi}<"'](https?:.*)[\p{Pe}\p{Pf}>"']\.?$/iu, '$1')
      .replace(/^(https?:\/\/[^/?#]*)\.$/i, '$1'),
  );

/** Says in Indonesian why a text is no `typedLink`. */
export const wrongLink = (value: string): string =>
  /https?:\/\//i.test(value)
    ? 'Tautan tidak benar: periksa nama situsnya, dan jangan ada spasi di dalamnya.'
    : 'Tautan harus diawali http:// atau https://.';
