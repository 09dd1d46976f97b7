import type { Signal } from '@lapau/contract/signals';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  buildAdmin,
  buildConversation,
  buildMember,
  buildPassword,
  buildSeller,
  buildSession,
} from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';
import { unzip } from '../../testing/unzip.ts';

const server = await startTestServer();
const { call, db } = server;

const block = (person: { id: string }, as: BuiltMember, blocked = true) =>
  call('set_block', { person_id: person.id, blocked }, as);

/** A writer with two messages that their reader has not read, and a page of the writer. */
async function buildScene() {
  const [writer, reader] = [await buildMember(server), await buildSeller(server)];
  const { id: conversation_id } = await buildConversation(server, { user1_id: writer.id, user2_id: reader.id });
  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
  for (const id of ids)
    await call('send_message', { id, p_conversation_id: conversation_id, p_content: 'Halo' }, writer);
  const startedAt = performance.now();
  const page = await openPage(server.url, { cookie: writer.cookie });
  const read = (sequence: number, as: BuiltMember = reader) =>
    call('mark_conversation_read', { conversation_id, sequence }, as);
  return { writer, reader, conversation_id, ids, startedAt, page, read };
}
type Scene = Awaited<ReturnType<typeof buildScene>>;

/** Every answer that tells the writer whether their messages are read. */
async function marksOf({ writer, conversation_id, ids }: Scene) {
  const isRead = ({ messages }: { messages: { is_read: boolean }[] }) => messages.map(({ is_read }) => is_read);
  const changes = await call('sync_messages', { conversation_id, after_sequence: 0 }, writer);
  const { message } = await call('get_own_message', { message_id: ids[1] }, writer);
  const again = { id: ids[1], p_conversation_id: conversation_id, p_content: 'Halo' };
  const exported = await server.request('/export/data-saya.zip', {}, writer);
  const data = unzip(Buffer.from(await exported.arrayBuffer())).get('data.json')!;
  const { conversations, messages } = JSON.parse(data.toString()) as Record<string, unknown>;
  return {
    details: (await call('get_conversation_details', { p_conversation_id: conversation_id }, writer))
      .other_read_sequence,
    list: (await call('get_user_conversations', {}, writer))[0]?.last_message_is_read,
    messages: isRead(await call('get_messages', { conversation_id }, writer)),
    synced: [changes.other_read_sequence, ...isRead(changes)],
    own: message?.is_read,
    sentAgain: (await call('send_message', again, writer))[0]?.is_read,
    exported: { conversations, messages },
  };
}

/** Reads the signals since the scene was built, as a page that had no connection gets them. */
async function missedSignals({ writer, startedAt }: Scene): Promise<Signal['type'][]> {
  const page = await openPage(server.url, { cookie: writer.cookie });
  page.send({ type: 'join', topics: ['feed'], age_ms: Math.ceil(performance.now() - startedAt) });
  return (await page.signals()).map(([, signal]) => signal.type);
}

const blocks: Record<string, (scene: Scene) => Promise<unknown>> = {
  'the reader has blocked the writer': ({ reader, writer }) => block(writer, reader),
  'the writer has blocked the reader': ({ reader, writer }) => block(reader, writer),
  'both have blocked each other': async ({ reader, writer }) => [
    await block(writer, reader),
    await block(reader, writer),
  ],
  'of two blocks one was taken back': async ({ reader, writer }) => [
    await block(reader, writer),
    await block(writer, reader),
    await block(reader, writer, false),
  ],
  'a block was taken back and made again': async ({ reader, writer }) => [
    await block(writer, reader),
    await block(writer, reader, false),
    await block(writer, reader),
  ],
};

test.each(Object.entries(blocks))('what is read while %s shows in no answer and no signal (D74)', async (_, make) => {
  const scene = await buildScene();
  const { reader, ids, page, read } = scene;
  await read(1);
  await make(scene);
  await page.signals();
  const before = await marksOf(scene);
  expect(before).toMatchObject({ details: 1, list: false, messages: [true, false], own: false, sentAgain: false });
  // The reader reads on a second device, and by both calls.
  await call('mark_message_read', { message_id: ids[1] }, await buildSession(server, reader.id));
  await read(2);
  expect(await marksOf(scene)).toEqual(before);
  expect(await page.signals()).toEqual([]);
  expect((await missedSignals(scene)).filter((type) => type === 'conversation_read')).toHaveLength(1);
  // For the reader the message is read.
  expect(await call('get_unread_messages', {}, reader)).toEqual({ unread: 0 });
});

test('what was read during a block shows once its reader reads on without one (D74)', async () => {
  const scene = await buildScene();
  const { writer, reader, conversation_id, page, read } = scene;
  await block(writer, reader);
  await read(2);
  await block(writer, reader, false);
  await page.signals();
  expect(await marksOf(scene)).toMatchObject({ details: 0, list: false, messages: [false, false], own: false });
  // Opening messages that are read already shows nothing new to the writer.
  await read(2);
  expect(await page.signals()).toEqual([]);
  await call('send_message', { p_conversation_id: conversation_id, p_content: 'Lai di rumah?' }, writer);
  await page.signals();
  await read(3);
  expect(await page.signals()).toMatchObject([[`user:${writer.id}`, { type: 'conversation_read', read_sequence: 3 }]]);
  expect(await marksOf(scene)).toMatchObject({ details: 3, list: true, messages: [true, true, true], own: true });
});

test.each(['is suspended', 'has deleted the account'])('nor does it show once the reader %s', async (what) => {
  const scene = await buildScene();
  const { writer, reader, read } = scene;
  await block(writer, reader);
  await read(2);
  if (what === 'is suspended') {
    const suspension = { user_id_to_toggle: reader.id, suspended: true, reason: 'Contoh.' };
    await call('toggle_user_suspension', suspension, await buildAdmin(server));
  } else await call('delete_account', { password: await buildPassword(server, reader) }, reader);
  expect(await marksOf(scene)).toMatchObject({ details: 0, list: false, messages: [false, false], own: false });
});

test('a block is told only to somebody for whom it changes something (D128)', async () => {
  const { writer, reader, conversation_id, page } = await buildScene();
  const changed = { type: 'conversations_changed', conversation_id };
  const told = async () =>
    (await page.signals()).flatMap(([, signal]) => (signal.type === changed.type ? [signal] : []));
  await block(writer, reader);
  expect(await told()).toEqual([changed]);
  await block(reader, writer);
  expect(await told()).toEqual([{ ...changed, blocks: true }]);
  // As the writer has blocked the reader too, and cannot write in any case, the reader's block changes nothing for them.
  await block(writer, reader, false);
  await block(writer, reader);
  expect(await told()).toEqual([]);
  await block(reader, writer, false);
  await block(writer, reader, false);
  expect(await told()).toEqual([{ ...changed, blocks: true }, changed]);
});

test('nobody learns by a block of a conversation that the other has opened and not begun (D128)', async () => {
  const [opener, other] = [await buildMember(server), await buildSeller(server)];
  await call('open_conversation', { recipient_id: other.id }, opener);
  const pages = await Promise.all([opener, other].map(({ cookie }) => openPage(server.url, { cookie })));
  const told = () =>
    Promise.all(
      pages.map(
        async (page) => (await page.signals()).filter(([, { type }]) => type === 'conversations_changed').length,
      ),
    );
  await block(other, opener);
  expect(await told()).toEqual([1, 0]);
  await block(other, opener, false);
  await block(opener, other);
  expect(await told()).toEqual([2, 1]);
});

test.each(['its sender', 'its recipient'])(
  'a message deleted while %s has blocked the other person is gone for both, untold (D74)',
  async (who) => {
    const { writer: sender, reader: other, conversation_id, ids } = await buildScene();
    await call('delete_message', { message_id: ids[0] }, sender);
    const session = await buildSession(server, other.id);
    await call('subscribe_push', { fcm_token: other.id }, session);
    await (who === 'its sender' ? block(other, sender) : block(sender, other));
    await db
      .updateTable('push_subscriptions')
      .set({ shown_tags: ['x'] })
      .where('user_id', '=', other.id)
      .execute();
    const page = await openPage(server.url, { cookie: other.cookie });
    await call('delete_message', { message_id: ids[1] }, sender);
    expect(await page.signals()).toEqual([]);
    const { rows: pushes } = await sql`
    select from jobs.job join push_subscriptions s on data ->> 'device' = s.id::text where s.user_id = ${other.id}`.execute(
      db,
    );
    expect(pushes).toEqual([]);
    expect(await call('get_messages', { conversation_id }, other)).toMatchObject({ messages: [] });
    expect(await call('get_notifications', {}, other)).toEqual([]);
  },
);
