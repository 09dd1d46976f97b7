import { once } from 'node:events';
import { createServer } from 'node:https';
import net from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { certificate, certificateKey } from '../../testing/push-certificate.ts';
import { startTestServer } from '../../testing/server.ts';
import { checkAddress } from './check-address.ts';

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const foundAt = (publicUrl: string) => checkAddress(readConfig({ PUBLIC_URL: publicUrl }, 'start'));

test('a certificate that phones do not trust is named', async () => {
  const port = await portOf(
    createServer({ cert: certificate, key: certificateKey }, (_request, response) => response.end()),
  );
  expect(await foundAt(`https://127.0.0.1:${port}`)).toEqual([
    expect.objectContaining({
      state: 'error',
      mend: expect.stringMatching(/^Have the proxy show a certificate that phones trust/),
    }),
  ]);
});

test('a proxy that speaks the PROXY protocol is named', async () => {
  const { url } = await startTestServer({ logLevel: 'fatal' });
  const proxy = net.createServer((socket) => {
    const upstream = net.connect(Number(new URL(url).port), '127.0.0.1');
    upstream.write('PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\n');
    socket.pipe(upstream).pipe(socket);
    for (const end of [socket, upstream]) end.on('error', () => end.destroy());
  });
  expect(await foundAt(`http://127.0.0.1:${await portOf(proxy)}`)).toEqual([
    expect.objectContaining({ state: 'error', mend: expect.stringMatching(/^Turn off the PROXY protocol/) }),
  ]);
});
