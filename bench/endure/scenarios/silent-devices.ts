import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@lapau/contract/limits';
import { buildConversation, buildMember, buildSession } from '../../../server/src/testing/builders.ts';
import { startPushService } from '../../../server/src/testing/push-service.ts';
import { describe, readFeed } from '../load/read-feed.ts';
import type { Outcome } from '../report.ts';
import { withTarget } from '../target/target.ts';
import type { Person, Target } from '../target/target.ts';

export const talksCount = 8;
/** A member with silent devices gets 600 messages in five minutes. */
const floodEveryMs = 500;
const writeEveryMs = 1_000;
const quietMs = 30_000;
/** The most milliseconds by which silent devices may delay the pushes of others. */
const mostMoreMs = 2_000;
/** The time after which a push is no longer waited for. */
const patienceMs = 240_000;

type Service = Awaited<ReturnType<typeof startPushService>>;
type Talk = { id: string; writer: Person; reader: Person; browser: string };

/**
 * People write to browsers of a push service that answers, while members with twenty devices each, at hosts that accept connections and
 * never answer, get hundreds of messages. Notes how long pushes take without such members, with one and with four.
 */
export const silentDevices = (outcome: Outcome, minutes: number): Promise<void> =>
  withTarget(outcome, { isRoomy: true, people: 2 * talksCount + 8 }, async (target) => {
    const service = await startPushService();
    const silent = await startSilentServer();
    try {
      const talks = await startTalks(target, service);
      const without = await measure(target, service, talks, quietMs);
      outcome.notes.push(`without silent devices: ${without.text}`);
      const members: (() => Promise<void>)[] = [];
      for (const count of [1, 4]) {
        while (members.length < count) members.push(await startSilentMember(target, silent.port, members.length));
        const end = performance.now() + minutes * 60_000;
        const floods = members.map(async (write) => {
          while (performance.now() < end) {
            const pause = delay(floodEveryMs);
            await write();
            await pause;
          }
        });
        const measured = await measure(target, service, talks, minutes * 60_000);
        await Promise.all(floods);
        outcome.notes.push(`${count} with ${limits.pushDevices} silent devices: ${measured.text}`);
        if (measured.p99 > without.p99 + mostMoreMs)
          outcome.faults.push(`${count} with silent devices delayed pushes of others: ${measured.text}`);
      }
    } finally {
      await service.close();
      silent.close();
    }
  });

async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

export async function startTalks(target: Target, service: Service): Promise<Talk[]> {
  const talks: Talk[] = [];
  for (const [index, writer] of target.people.slice(0, talksCount).entries()) {
    const reader = target.people[talksCount + index];
    if (!reader) continue;
    const { id } = await buildConversation(target, { user1_id: reader.id, user2_id: writer.id });
    const { vapid_public_key } = await target.call('get_push_settings', {}, reader);
    const { name, subscription } = service.browser(vapid_public_key, 'push.test');
    await target.call('subscribe_push', subscription, reader);
    talks.push({ id, writer, reader, browser: name });
  }
  return talks;
}

/** @returns a function that writes a message to the member, who answers it */
async function startSilentMember(target: Target, port: number, index: number): Promise<() => Promise<void>> {
  const writer = target.people[2 * talksCount + index];
  if (!writer) throw new Error('there are too few people');
  const member = await buildMember(target);
  const keys = startKeys();
  for (let device = 0; device < limits.pushDevices; device += 1) {
    const endpoint = `https://silent-${index}-${device}.push.test:${port}/send/${randomUUID()}`;
    await target.call('subscribe_push', { endpoint, ...keys }, await buildSession(target, member.id));
  }
  const { id } = await buildConversation(target, { user1_id: member.id, user2_id: writer.id });
  return async () => {
    await send(target, id, writer, 'Banjir');
    await send(target, id, member, 'Ya.');
  };
}

/** Makes the keys of a browser; their public key is the base point of P-256. */
const startKeys = () => ({
  p256dh: Buffer.from(
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    'hex',
  ).toString('base64url'),
  auth: Buffer.alloc(16, 1).toString('base64url'),
});

export async function send(
  target: Target,
  p_conversation_id: string,
  sender: Person | { token: string },
  p_content: string,
) {
  const { status } = await target.rawCall('send_message', { id: randomUUID(), p_conversation_id, p_content }, sender);
  if (status !== 200) throw new Error(`a message was answered ${status}`);
  target.outcome.acknowledged += 1;
}

/** Measures how long pushes take while people write to browsers. */
export async function measure(target: Target, service: Service, talks: Talk[], durationMs: number) {
  const end = performance.now() + durationMs;
  const waits: number[] = [];
  let lost = 0;
  const pushOf = (talk: Talk, text: string) =>
    service.received.findLast(({ to, payload }) => to === talk.browser && payload.body === text);
  const talking = talks.map(async (talk) => {
    while (performance.now() < end) {
      const text = `Pesan ${randomUUID()}`;
      const begun = performance.now();
      await send(target, talk.id, talk.writer, text);
      while (!pushOf(talk, text) && performance.now() < begun + patienceMs) await delay(20);
      const push = pushOf(talk, text);
      waits.push(push ? push.atMs - begun : patienceMs);
      if (!push) lost += 1;
      await send(target, talk.id, talk.reader, 'Ya.');
      await delay(writeEveryMs);
    }
  });
  const feed = await readFeed(target, target.people.slice(0, talksCount), durationMs);
  await Promise.all(talking);
  waits.sort((one, other) => one - other);
  const at = (share: number) => Math.round(waits[Math.floor(share * (waits.length - 1))] ?? Number.NaN);
  const [p50, p99, most] = [at(0.5), at(0.99), at(1)];
  const text = `${waits.length} pushes to others after p50 ${p50} ms, p99 ${p99} ms, max ${most} ms, ${lost} not in ${patienceMs / 1_000} s; get_feed ${describe(feed)}`;
  return { p99, most, text };
}
