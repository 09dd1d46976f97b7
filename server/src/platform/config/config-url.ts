/** A kind of server that a variable names by its URL. */
type ServerUrl = {
  protocols: string[];
  /** Whether the URL may have no host: pg then takes that of the query, or of PGHOST. */
  mayLackHost?: boolean;
  /** Whether the server's library takes this user name and password, although they may not be percent-encoded as a whole. */
  takes: (userAndPassword: string) => boolean;
};

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

const withoutStrayPercents = (text: string): string => text.replaceAll(/%(?![\da-f]{2})/gi, '');

export const databaseUrls: ServerUrl = {
  protocols: ['postgres:', 'postgresql:'],
  mayLackHost: true,
  // If there is a stray percent, pg decodes only escapes of two digits.
  takes: (text) => isDecodable(text) || (isDecodable(withoutStrayPercents(text)) && !/%(?!\d\d)[\da-f]{2}/i.test(text)),
};
export const valkeyUrls: ServerUrl = { protocols: ['redis:', 'rediss:'], mayLackHost: true, takes: isDecodable };
export const mailUrls: ServerUrl = { protocols: ['smtp:', 'smtps:'], takes: () => true };

const special =
  'must have what is special in its user name and password percent-encoded: @ as %40, # as %23, / as %2F, ? as %3F, % as %25';

/**
 * Says why the URL of a server cannot be used, in words that follow the name of its variable; undefined when it can. The words do not
 * repeat the value, which may hold a password.
 */
export function faultOfUrl(value: string, { protocols, mayLackHost, takes }: ServerUrl): string | undefined {
  if (/^(["']).*\1$/s.test(value)) return 'must stand without quotation marks';
  if (/[\p{Cc}\p{Cf}]/u.test(value)) return 'must have no invisible characters in it: type it instead of pasting it';
  const [, protocol = '', authority = '', rest = ''] = /^([a-z][a-z\d+.-]*:)\/\/([^/?#]*)(.*)$/i.exec(value) ?? [];
  if (!protocols.includes(protocol.toLowerCase()))
    return `must be a URL that starts with ${protocols.map((name) => `${name}//`).join(' or ')}`;
  const at = authority.lastIndexOf('@');
  // If a password has a / ? or #, the host seems to end there, and the @ before the real host comes later.
  if (rest.includes('@') && !hasQuery(rest, at >= 0)) return special;
  if (!takes(authority.slice(0, Math.max(at, 0)))) return special;
  const host = authority.slice(at + 1);
  if (host === '' && at >= 0 && mayLackHost)
    return 'must name the host after the @; a socket by its folder, as in @%2Fvar%2Frun%2Fpostgresql/';
  return faultOfHost(host, mayLackHost === true) ?? faultOfRest(value, protocol);
}

/** Whether an @ after the host may be part of a parameter's value. */
const hasQuery = (rest: string, hasUser: boolean): boolean =>
  (hasUser || rest.startsWith('/')) && /^[^?#@]*\?[\w.-]+=[^#]*$/.test(rest);

function faultOfHost(hostAndPort: string, mayBeMissing: boolean): string | undefined {
  if (hostAndPort === '' && mayBeMissing) return undefined;
  if (hostAndPort.includes(',')) return 'must name one host';
  if (/^[\da-f.]*:[\da-f.]*:[\da-f:.]*$/i.test(hostAndPort))
    return 'must have an address of IPv6 in brackets, such as [::1]';
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(hostAndPort) ?? [];
  if (port !== undefined && !isPort(port)) return 'must have a port from 1 to 65535 after the host';
  const isHost = /^\[[\da-f:.]+\]$|^%2f/i.test(host) || (isDecodable(host) && isName(decodeURIComponent(host)));
  return isHost ? undefined : 'must name a host, of letters, digits, dots and hyphens';
}

const isPort = (text: string): boolean =>
  text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535);

const isName = (host: string): boolean => /^[\p{L}\p{M}\p{N}._-]+$/u.test(host);

function faultOfRest(value: string, protocol: string): string | undefined {
  if (!URL.canParse(value)) return `must be a URL such as ${protocol}//user:password@host`;
  const isValkey = protocol.toLowerCase().startsWith('redis');
  return isValkey && !/^\/?\d*$/.test(new URL(value).pathname)
    ? 'must end with the number of a database, such as /0, or with the host'
    : undefined;
}
