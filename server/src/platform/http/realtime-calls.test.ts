import { afterAll, expect, test, vi } from 'vitest';
import { buildConversation, buildMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { realtimeLimits } from '../realtime/socket-limits.ts';

// Time stands still, so that a slow machine makes no signal older and no budget larger.
vi.useFakeTimers({ toFake: ['performance'] });
afterAll(() => void vi.useRealTimers());
const server = await startTestServer();
const { bus } = server.platform;
vi.advanceTimersByTime(60_000);

type Person = Awaited<ReturnType<typeof buildMember>>;
const ask = (person: Person, topics: string[] = [], age_ms = 20_000) =>
  server.call('get_signals', { topics, age_ms }, person);

test('a message comes whole to whom it is for, and to nobody else', async () => {
  const [writer, reader, stranger] = await Promise.all([buildMember(server), buildMember(server), buildMember(server)]);
  const { id } = await buildConversation(server, { user1_id: writer.id, user2_id: reader.id });
  await server.call('send_message', { p_conversation_id: id, p_content: 'Masih ada, Uni?' }, writer);
  const added = { type: 'message_added', message: { content: 'Masih ada, Uni?' }, counts: { total: 1 } };
  expect((await ask(reader)).messages).toMatchObject([{ type: 'signal', topic: `user:${reader.id}`, signal: added }]);
  expect((await ask(stranger, [`user:${reader.id}`])).messages).toEqual([]);
});

test('only what came in the period is sent, of the topics that are asked for and may be joined', async () => {
  const person = await buildMember(server);
  bus.deliver([
    { topic: 'feed', signal: { type: 'feed_changed' } },
    { topic: 'admin', signal: { type: 'users_changed' } },
  ]);
  const feedChanged = { type: 'signal', topic: 'feed', signal: { type: 'feed_changed' } };
  expect((await ask(person, ['feed', 'admin', 'nonsense'])).messages).toEqual([feedChanged]);
  expect((await ask(person, ['settings'])).messages).toEqual([]);
  vi.advanceTimersByTime(20_001);
  expect((await ask(person, ['feed'])).messages).toEqual([]);
});

test('a page that was away for longer, or missed very much, fetches everything again', async () => {
  const person = await buildMember(server);
  expect((await ask(person, [], 60_001)).messages).toEqual([{ type: 'resync' }]);
  expect((await ask(person, [], 36_000_000)).messages).toEqual([{ type: 'resync' }]);
  const topic = `post:${crypto.randomUUID()}` as const;
  const signals = Array.from({ length: realtimeLimits.missedSignals + 1 }, (_, index) => ({
    topic,
    signal: { type: 'post_changed' as const, post_id: String(index) },
  }));
  bus.deliver(signals);
  expect((await ask(person, [topic])).messages).toEqual([{ type: 'resync' }]);
});

test('the server says how long a page is to wait', async () => {
  expect((await ask(await buildMember(server))).again_after_ms).toBe(realtimeLimits.pollMs);
});
