import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { StartRefused } from '../errors/start-refused.ts';

type Address = Pick<Config, 'host' | 'port'>;

/**
 * Opens the port for a moment, before anything else is started, so that a port in use costs nothing.
 * @returns its number, or with port 0 that of a free one, as links are made before the app listens
 * @throws StartRefused when the app could not listen there
 */
export async function ensurePortFree({ host, port }: Address): Promise<number> {
  const probe = createServer();
  try {
    probe.listen({ host, port });
    await once(probe, 'listening');
  } catch (error) {
    throw refusalOf(error, { host, port }) ?? error;
  }
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : port;
}

/**
 * @returns the address at which this machine reaches the app
 * @throws StartRefused when the port or the host cannot be used
 */
export async function listen(app: FastifyInstance, { host, port }: Address): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw refusalOf(error, { host, port }) ?? error;
  }
  const address = app.server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`;
}

/** The errors of an address that is another machine's, of a kind that this machine does not have, or none. */
const noOwnAddress = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND']);

function refusalOf(error: unknown, { host, port }: Address): StartRefused | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new StartRefused(`Port ${port} is in use. Stop what uses it, or set PORT.`);
  if (code === 'EACCES')
    return new StartRefused(`Port ${port} may not be opened by this user. Set PORT to 1024 or more.`);
  if (noOwnAddress.has(code ?? '')) return new StartRefused(`HOST ${host} is not an address of this machine.`);
  return undefined;
}
