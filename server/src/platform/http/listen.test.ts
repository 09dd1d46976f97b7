import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { StartRefused } from '../errors/start-refused.ts';
import { ensurePortFree } from './listen.ts';

test.each(['lapau.invalid', 'http://127.0.0.1', '127.0.0.1:3000', 'fe80::1', '192.0.2.1', '999.1.1.1'])(
  'HOST=%s is refused with a text',
  async (host) => {
    await expect(ensurePortFree({ host, port: 0 })).rejects.toEqual(
      new StartRefused(`HOST ${host} is not an address of this machine.`),
    );
  },
);

test('a port in use is refused with a text', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await expect(ensurePortFree({ host: '127.0.0.1', port })).rejects.toEqual(
    new StartRefused(`Port ${port} is in use. Stop what uses it, or set PORT.`),
  );
});
