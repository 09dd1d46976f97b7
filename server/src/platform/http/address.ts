import { isIP, isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { readHost } from './host.ts';

type Request = Pick<FastifyRequest, 'ip'>;

/**
 * The address that stands for the connection a request came by; for an IPv6 address it is the /48, the most that one connection is
 * given (RFC 6177). Many people may share it, like an IPv4 address: a mobile network gives each phone a /64 of it.
 */
export function addressOf({ ip }: Request): string {
  // Some proxies add the port, which is another one for each connection.
  const address = isIP(ip) === 0 ? (readHost(ip, 'http:')?.name ?? ip) : ip;
  return isIPv6(address) ? networkOf(address) : address;
}

/** The group of addresses that one owner may easily have: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function addressGroupOf(request: Request): string {
  const address = addressOf(request);
  return isIPv4(address) ? address.slice(0, address.lastIndexOf('.')) : address;
}

function networkOf(ip: string): string {
  // URL gives each address one spelling (RFC 5952). It knows no zone, such as that of fe80::1%eth0.
  const { hostname } = new URL(`http://[${ip.replace(/%.*/, '')}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  const groups = [...head, ...zeros, ...tail];
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isMapped ? groups.slice(6).flatMap(bytesOf).join('.') : groups.slice(0, 3).join(':');
}

function bytesOf(group: string): number[] {
  const bits = Number.parseInt(group, 16);
  return [bits >> 8, bits & 0xff];
}
