import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Whose connection a request came by: of an IPv6 address its /64, the least that one connection is given (RFC 6177). */
export const addressOf = ({ ip }: Pick<FastifyRequest, 'ip'>): string => (isIPv6(ip) ? networkOf(ip) : ip);

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
  return isMapped ? groups.slice(6).flatMap(bytesOf).join('.') : groups.slice(0, 4).join(':');
}

function bytesOf(group: string): number[] {
  const bits = Number.parseInt(group, 16);
  return [bits >> 8, bits & 0xff];
}
