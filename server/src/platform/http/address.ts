import { isIP, isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { readHost } from './host.ts';

type Request = Pick<FastifyRequest, 'ip'>;

/**
 * Whose connection a request came by: of an IPv6 address its /48, the most that one connection is given (RFC 6177). Like an IPv4
 * address it may be shared by many people: a mobile network gives each phone a /64 of it.
 */
export function addressOf({ ip }: Request): string {
  // some proxies name the port too, which is another one for each connection
  const address = isIP(ip) === 0 ? (readHost(ip, 'http:')?.name ?? ip) : ip;
  return isIPv6(address) ? networkOf(address) : address;
}

/** The group of addresses that one owner easily has all of: of an IPv4 address its /24, of an IPv6 address its /48. */
export function addressGroupOf(request: Request): string {
  const address = addressOf(request);
  return isIPv4(address) ? address.slice(0, address.lastIndexOf('.')) : address;
}

function networkOf(ip: string): string {
  // a URL has one spelling of each address (RFC 5952); it knows no zone, as fe80::1%eth0 has
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
