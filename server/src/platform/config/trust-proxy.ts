import { isIPv4 } from 'node:net';
import type { Config } from './config.ts';

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/**
 * Finds out whether people who bypass the proxy could choose the address under which their requests are counted: other machines reach
 * the port, and TRUST_PROXY believes anybody who connects.
 */
export function openTrust({ trustProxy, host }: Config): { text: string; mend: string } | undefined {
  const believesAnybody = trustProxy === true || (typeof trustProxy === 'function' && trustProxy('', 0));
  if (!believesAnybody || isLoopback(host)) return undefined;
  return {
    text: `TRUST_PROXY believes whoever connects, and HOST=${host} lets others than the proxy: they choose the address they are counted under`,
    mend: 'Set HOST=127.0.0.1 if the proxy is on this machine, else TRUST_PROXY to the address of the proxy.',
  };
}
