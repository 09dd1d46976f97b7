import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startHaproxy } from '../../testing/proxies.ts';
import { startTestServer } from '../../testing/server.ts';
import { checkRealtime } from './check-realtime.ts';

const { url } = await startTestServer();

const startProxy = (...rules: string[]) => startHaproxy(url, ...rules);

/** Starts a server that opens the connection as RFC 6455 wants it, and then does what `goOn` does. */
async function startOpener(goOn: (socket: Socket) => void): Promise<string> {
  const opener = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      goOn(socket);
    });
    onTestFinished(() => void socket.destroy());
  });
  opener.listen(0, '127.0.0.1');
  await once(opener, 'listening');
  onTestFinished(() => void opener.close());
  return `http://127.0.0.1:${(opener.address() as AddressInfo).port}`;
}

const patienceMs = 60_000;

test('a connection that comes through is well, without a proxy and through one', async () => {
  for (const address of [url, await startProxy()])
    expect(await checkRealtime(address, patienceMs)).toEqual({
      check: 'realtime',
      state: 'ok',
      text: `connections come through ${address}/realtime`,
    });
});

test.each([
  [['http-request del-header Upgrade'], 'error', 'the proxy does not pass on the header Upgrade'],
  [['http-request del-header Connection', 'http-request del-header Upgrade'], 'error', 'the header Upgrade'],
  ...[200, 400, 403, 426, 502].map(
    (status) =>
      [
        [`http-request return status ${status} content-type text/html string "<h1>a proxy</h1>" if { path /realtime }`],
        'error',
        `is answered with ${status}, not by Lapau`,
      ] as const,
  ),
  [['http-request set-header Host other.example'], 'error', 'answered with 421'],
] as const)('a proxy with %j is named, and what to do', async (rules, state, text) => {
  const address = await startProxy(...rules);
  const finding = await checkRealtime(address, patienceMs);
  expect(finding).toMatchObject({ check: 'realtime', state, text: expect.stringMatching(text) });
  expect(finding.mend).toMatch(/nginx: proxy_/);
});

test('a proxy that passes on another Origin is named', async () => {
  const address = await startProxy('http-request set-header Origin https://other.example');
  expect((await checkRealtime(address, patienceMs)).text).toContain('another Origin');
});

test('a proxy that opens connections and ends them is named', async () => {
  for (const goOn of [(socket: Socket) => socket.end(), (socket: Socket) => socket.end('\x88\x02\x03\xe8', 'latin1')]) {
    const finding = await checkRealtime(await startOpener(goOn), patienceMs);
    expect(finding).toMatchObject({ state: 'error', text: expect.stringContaining('which the proxy ends') });
  }
});

test('a proxy that opens connections and passes nothing on is named', async () => {
  const { text } = await checkRealtime(await startOpener(() => {}), 500);
  expect(text).toContain('opens a connection, but nothing comes through it');
});

test('what resets connections, or does not answer, is named', async () => {
  const deaf = net.createServer(() => {}).listen(0, '127.0.0.1');
  await once(deaf, 'listening');
  onTestFinished(() => void deaf.close());
  const { port: silent } = deaf.address() as AddressInfo;
  expect((await checkRealtime(`http://127.0.0.1:${silent}`, 500)).text).toContain('gets no answer');
  const address = await startProxy('http-request silent-drop if { path /realtime }');
  expect(await checkRealtime(address, 500)).toMatchObject({ state: 'error' });
});
