import { isIP } from 'node:net';

/** The pattern of `uri-host [ ":" port ]` of RFC 9110, section 7.2; the parser of URLs would also take a user, a path and escapes. */
const hostAndPort = /^[^\s/?#@\\%]+$/;

type Host = {
  /** The host with its port, unless that is the scheme's own. */
  host: string;
  /** The host's name, or its address without brackets. */
  name: string;
};

/**
 * Reads a Host header into one spelling: in small letters, a name in other scripts as in DNS, without the scheme's own port and the
 * dot that ends a full name (RFC 3986, section 3.2.2).
 * @returns undefined when it names no host
 */
export function readHost(header: string, scheme: string): Host | undefined {
  const text = `${scheme}//${header}`;
  if (!hostAndPort.test(header) || !URL.canParse(text)) return undefined;
  const { hostname, port } = new URL(text);
  const name = hostname.replace(/\.$/, '');
  if (name === '') return undefined;
  return { host: port === '' ? name : `${name}:${port}`, name: name.replace(/^\[|\]$/g, '') };
}

/** Whether a Host header names the host of a URL. */
export function isHostOf(header: string, { protocol, host }: URL): boolean {
  const named = readHost(header, protocol);
  return named !== undefined && named.host === readHost(host, protocol)?.host;
}

/**
 * The pattern of names that nobody can own on the internet: those of one word (`localhost`, a container, an upstream of nginx) and of
 * private networks.
 */
const privateName = /^[^.]+$|\.(localhost|local|lan|home|localdomain|internal|test|home\.arpa)$/;

/**
 * Whether a Host header names an address, or a host of the operator's own network. A page of a stranger, whose name leads to this server
 * by DNS, has neither (D141).
 */
export function isNearby(header: string): boolean {
  const name = readHost(header, 'http:')?.name;
  return name !== undefined && (isIP(name) !== 0 || privateName.test(name));
}

/** Whether a Host header names the host of a URL, at any port: proxies leave the port out, or name their own (D141). */
export function hasNameOf(header: string, url: URL): boolean {
  const name = readHost(header, 'http:')?.name;
  return name !== undefined && name === readHost(url.host, url.protocol)?.name;
}
