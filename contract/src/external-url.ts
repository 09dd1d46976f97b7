/** The global of browsers and Node; this package compiles against neither. */
declare const URL: new (url: string) => { hostname: string };

const parts = /^(https?):\/\/([^\s/?#@\\:]+)((?::\d{1,5})?(?:[/?#][^\s\\]*)?)$/i;
/** At least two labels of letters, digits and hyphens, the last one no number: a domain, no address (RFC 1123 section 2.1). */
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{2,63}$/;

/**
 * A link that leaves the app, as it is stored and shown: absolute, http or https, without credentials, to a domain in ASCII,
 * so that no letter of it looks like another one (punycode, RFC 3492; UTS #46). Null for anything else (D23).
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
