import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openPage } from '../../../server/src/testing/sockets.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import { underLoad } from '../verify.ts';
import type { Scenario } from './scenario.ts';

const connectionsOfAKind = 40;

/** SIGTERM comes while clients hold connections in every way: silent, half a header, half a body, idle, and late upgrades. */
export const slowClients: Scenario = (outcome, { rounds = 20 }) =>
  withTarget(outcome, {}, async (target) => {
    for (let round = 0; round < rounds; round += 1) {
      await underLoad(target, async () => {
        const connections = await holdConnections(target);
        const late = await connect(target, upgradeOf(target).slice(0, 20));
        const cookie = target.people[0]?.cookie ?? '';
        const page = await openPage(target.lapau.url, { cookie });
        const stopped = target.lapau.stop();
        const finished = finishUpgrades(target, late);
        await Promise.all([stopped, finished]);
        const { code } = await page.closed;
        if (code !== 1001) outcome.faults.push(`a page was told ${code}, not 1001, when the server stopped`);
        for (const socket of [...connections, ...late]) socket.destroy();
        await target.lapau.start();
      });
    }
  });

const headOf = ({ lapau, people }: Target, line: string, ...headers: string[]): string => {
  const credentials = [`Host: ${new URL(lapau.url).host}`, `Cookie: ${people[1]?.cookie}`];
  return [`${line} HTTP/1.1`, ...credentials, ...headers, '', ''].join('\r\n');
};

const upgradeOf = (target: Target): string =>
  headOf(
    target,
    'GET /realtime',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  );

async function holdConnections(target: Target): Promise<net.Socket[]> {
  const json = ['Content-Type: application/json', 'Content-Length: 100'];
  const bytes = ['Content-Type: application/octet-stream', 'Content-Length: 1000000'];
  const beginnings = [
    '',
    'POST /rpc/get_feed HTTP/1.1\r\nHost:',
    `${headOf(target, 'POST /rpc/get_feed', ...json)}{`,
    `${headOf(target, `POST /storage/posts/${target.people[1]?.id}`, ...bytes)}${'x'.repeat(1000)}`,
    headOf(target, 'GET /healthz'),
    upgradeOf(target),
  ];
  return (await Promise.all(beginnings.map((beginning) => connect(target, beginning)))).flat();
}

/** Opens connections that send the same beginning and read what comes. */
const connect = ({ lapau }: Target, beginning: string): Promise<net.Socket[]> =>
  Promise.all(
    Array.from({ length: connectionsOfAKind }, async () => {
      const { hostname, port } = new URL(lapau.url);
      const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      await once(socket, 'connect');
      socket.on('error', () => {}).resume(); // the server cuts it
      socket.write(beginning);
      return socket;
    }),
  );

/** Completes the upgrades one after another in the first seconds of the stop. */
async function finishUpgrades(target: Target, sockets: net.Socket[]): Promise<void> {
  for (const socket of sockets) {
    if (socket.writable) socket.write(upgradeOf(target).slice(20));
    await delay(100);
  }
}
