import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../testing/free-port.ts';
import { startTestServer } from '../../testing/server.ts';
import { checkRealtime } from './check-realtime.ts';

const port = await findFreePort();
const server = await startTestServer({ port });
const { url } = server;

/** HAProxy before this server, with these rules. @returns its address */
async function startProxy(...rules: string[]): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lapau-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const listens = await findFreePort();
  const file = path.join(folder, 'haproxy.cfg');
  const lines = [
    'defaults',
    '  mode http',
    '  timeout connect 10s',
    '  timeout client 60s',
    '  timeout server 60s',
    '  timeout tunnel 60s',
    'listen lapau',
    `  bind 127.0.0.1:${listens}`,
    ...rules.map((rule) => `  ${rule}`),
    `  server lapau 127.0.0.1:${new URL(url).port}`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  onTestFinished(() => void proxy.kill('SIGKILL'));
  const address = `http://127.0.0.1:${listens}`;
  await expect
    .poll(
      () =>
        fetch(address).then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  return address;
}

/** What opens the connection as RFC 6455 wants it, and goes on so. */
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
  [['http-request set-header Host other.example'], 'error', 'refuses|answered with 421'],
  [['http-request set-header Origin https://other.example'], 'error', 'another Host or Origin'],
] as const)('a proxy with %j is named, and what to do', async (rules, state, text) => {
  const address = await startProxy(...rules);
  const finding = await checkRealtime(address, patienceMs);
  expect(finding).toMatchObject({ check: 'realtime', state, text: expect.stringMatching(text) });
  expect(finding.mend).toMatch(/nginx: proxy_/);
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
