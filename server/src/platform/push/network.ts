import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { LookupFunction } from 'node:net';
import { NotAsked } from './lanes.ts';

/**
 * The network for pushes. A browser tells the address of its push service, so anybody could name one: pushes go only by https, only to
 * these hosts, and never to an address inside the operator's own network, whatever name leads there. The server has no setting that
 * opens this; tests hand in another network.
 */
export type PushNetwork = {
  /** Hosts besides those of the browsers, `*.` before a name for all below it. */
  hosts: readonly string[];
  resolve: (host: string) => Promise<string[]>;
  isAllowedAddress: (address: string) => boolean;
  /** Whether a port other than that of https is allowed. */
  isAllowedPort: (port: number) => boolean;
  /** How long an answer may take. */
  timeoutMs: number;
  /** How long a device or host that has not answered is left alone the first time. */
  pauseMs: number;
  /** The authority that signs the certificates, if not those that Node trusts. */
  ca?: string;
};

/** The push services of Chrome, Samsung and other Chromiums; Firefox; Safari; Edge. */
const browserHosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/** The internet, as a running server sees it. */
export const internet = (hosts: readonly string[]): PushNetwork => ({
  hosts: [...browserHosts, ...hosts],
  resolve: (host) => lookUp(host),
  isAllowedAddress: isPublicAddress,
  isAllowedPort: () => false,
  timeoutMs: 10_000,
  pauseMs: 30_000,
});

/**
 * Asks the nameservers without Node's usual look-up, which would hold one of the four threads that hash passwords and read files. The
 * usual one follows when they do not know the name, as it may be in the machine's own list of hosts.
 * @param nameservers the nameservers of this machine unless given
 * @throws when no nameserver answers, or nobody knows the name
 */
export async function lookUp(host: string, nameservers?: string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (nameservers) resolver.setServers(nameservers);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  for (const answer of answers)
    if (answer.status === 'rejected' && (answer.reason as NodeJS.ErrnoException).code === 'ETIMEOUT')
      throw answer.reason;
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Whether pushes are sent to a subscription's address; its name is looked up only for a connection. */
export function isAllowedEndpoint(endpoint: string, { hosts, isAllowedPort }: PushNetwork): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, username, password, port, hostname } = new URL(endpoint);
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  if (port !== '' && !isAllowedPort(Number(port))) return false;
  return entryOf(hostname, { hosts }) !== undefined;
}

/** Finds the entry of the list that stands for a host. */
export const entryOf = (name: string, { hosts }: Pick<PushNetwork, 'hosts'>): string | undefined =>
  hosts.find((host) => (host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host));

/** Whether a push service allows pushes that show nothing: Apple counts them, and ends the subscription after three. */
export const toleratesSilence = (endpoint: string): boolean => !new URL(endpoint).hostname.endsWith('.push.apple.com');

export class RefusedAddress extends NotAsked {
  override name = 'RefusedAddress';
}

/**
 * Finds the addresses of a host. The connection goes to one of them, as a second look-up might give another.
 * @throws RefusedAddress when one of them is not public
 */
export async function resolvePublic(host: string, { resolve, isAllowedAddress }: PushNetwork): Promise<string[]> {
  const addresses = await resolve(host);
  if (!addresses.every(isAllowedAddress))
    throw new RefusedAddress('a push service resolves to an address that is not public');
  return addresses;
}

/** Makes the look-up by which Node connects, so that a name which leads inside is refused at the moment of connecting. */
export const lookupOf =
  (resolve: PushNetwork['resolve']): LookupFunction =>
  (host, { all }, callback) => {
    const answer = async () => {
      let addresses;
      try {
        addresses = await resolve(host);
      } catch (error) {
        callback(error as NodeJS.ErrnoException, '');
        return;
      }
      const [first] = addresses;
      if (first === undefined) callback(new Error('a push service has no address'), '');
      else if (all)
        callback(
          null,
          addresses.map((address) => ({ address, family: familyOf(address) })),
        );
      else callback(null, first, familyOf(first));
    };
    void answer();
  };

const familyOf = (address: string): 4 | 6 => (isIPv6(address) ? 6 : 4);

/**
 * The prefix of addresses that NAT64 translates to IPv4 (RFC 6052 section 2.1): a server without IPv4 gets them for every name. The
 * prefix of RFC 8215 (64:ff9b:1::/48) is refused: a network uses it as it likes, so the IPv4 address in it is not known and may be
 * private.
 */
const nat64 = '64:ff9b::';

/**
 * The networks that IANA lists as not globally reachable (https://www.iana.org/assignments/iana-ipv4-special-registry), behind NAT64
 * too.
 */
const special = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(net, bits, 'ipv4');
  special.addSubnet(nat64 + net, 96 + bits, 'ipv6');
}
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(net, bits, 'ipv6');

/** The addresses of IPv6 that IANA gives out. Others that embed an IPv4 address lie outside of them, or are refused above. */
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');
unicast.addSubnet(nat64, 96, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return isIPv6(address) && unicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
