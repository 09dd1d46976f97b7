import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

export type TcpProxy = { url: string; close: () => void };

/** Spreads connections over the processes that `urls` names at the time, in turns; one that refuses is passed over. */
export async function startTcpProxy(urls: () => string[]): Promise<TcpProxy> {
  let turn = 0;
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    const targets = urls();
    turn += 1;
    const tryNext = (left: number) => {
      if (left === 0) return void client.destroy();
      const { hostname, port } = new URL(targets[(turn + left) % targets.length] ?? '');
      const upstream = connect(Number(port), hostname);
      const refused = () => tryNext(left - 1);
      upstream.once('error', refused);
      upstream.once('connect', () => {
        upstream.off('error', refused).on('error', () => client.destroy());
        client.once('close', () => upstream.destroy());
        upstream.once('close', () => client.destroy());
        client.pipe(upstream).pipe(client);
      });
    };
    tryNext(targets.length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
