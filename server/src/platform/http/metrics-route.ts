import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { Platform } from '../platform.ts';
import { isSecure } from '../session/cookies.ts';
import { readHost } from './host.ts';

/**
 * Mounts /metrics for Prometheus. With METRICS_TOKEN it is open to clients that send the token, without one to this machine itself.
 * Behind a proxy here everybody seems to be this machine: if TRUST_PROXY is set or PUBLIC_URL is https, there is one, and nobody is
 * let in without a token.
 */
export function mountMetrics(app: FastifyInstance, { config, metrics }: Pick<Platform, 'config' | 'metrics'>): void {
  const { metricsToken, trustProxy, publicUrl } = config;
  const isBehindProxy = trustProxy !== false || (publicUrl !== undefined && isSecure(publicUrl));
  app.get('/metrics', async (request, reply) => {
    if (metricsToken !== undefined) {
      if (!isToken(request.headers.authorization, metricsToken)) throw new AppError('unauthenticated');
    } else if (isBehindProxy || !isFromThisMachine(request)) {
      throw new AppError('unknown_call');
    }
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.render());
  });
}

const digest = (text: string) => createHash('sha256').update(text).digest();

const isToken = (authorization: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isLoopback = (address: string): boolean => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** The headers that proxies add to a request. */
const forwarding = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Whether a request is made by this machine: by the connection's address, if the request was made for this machine and names no other
 * client.
 */
function isFromThisMachine({ headers, socket: { remoteAddress = '' } }: FastifyRequest): boolean {
  const host = readHost(headers.host ?? '', 'http:')?.name ?? '';
  return (
    isLoopback(remoteAddress) &&
    (host === 'localhost' || isLoopback(host)) &&
    !Object.keys(headers).some((name) => forwarding.test(name))
  );
}
