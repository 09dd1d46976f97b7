import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { announceFirstAdmin } from './features/auth/rules-first-admin.ts';
import { auth, newId, openInbox, register, signUpForm, tokenOf } from './testing/auth.ts';
import { buildConversation, buildMember, buildPost, buildSeller } from './testing/builders.ts';
import { plainPicture } from './testing/pictures.ts';
import { createTestDatabase, startTestServer } from './testing/server.ts';
import { openPage } from './testing/sockets.ts';
import { startTestValkey } from './testing/valkey.ts';

const valkey = await startTestValkey();
const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'lapau-shared-'));
afterAll(async () => {
  await valkey.stop();
  await rm(dataFolder, { recursive: true });
});
/** What arrives in this time came by a signal: the other process would read the session again only after 30 seconds. */
const bySignal = { timeout: 25_000 };

test('processes that start at once on an empty database migrate it once and share secrets and the first admin’s link', async () => {
  const databaseUrl = await createTestDatabase('template1');
  const start = (redisUrl?: string) => startTestServer({ databaseUrl, redisUrl });
  const started = await Promise.all([start(), start(), start(valkey.url)]);
  const links = await Promise.all(started.map(({ platform }) => announceFirstAdmin(platform)));
  const shared = started.map(({ platform: { secret, push } }, index) => [secret, push.publicKey, links[index]]);
  expect(links[0]).toMatch(/^http/);
  expect(shared[1]).toEqual(shared[0]);
  expect(shared[2]).toEqual(shared[0]);
});

describe.each([
  ['NOTIFY', undefined],
  ['Valkey', valkey.url],
])('two processes on one database, with signals by %s', async (carrier, redisUrl) => {
  const shared = { redisUrl, dataFolder: path.join(dataFolder, carrier) };
  const first = await startTestServer(shared);
  const start = () => startTestServer({ ...shared, databaseUrl: first.databaseUrl });
  const second = await start();

  test('who signs in at one is known at the other; who signs out or is suspended is refused there', async () => {
    const { cookie, form, id } = await register(first);
    const signedIn = await auth(second, '/auth/sign-in/email', { email: form.email, password: form.password });
    const feed = (server: typeof first, session: string | undefined) =>
      server.request('/rpc/get_feed', { method: 'POST', headers: { cookie: session ?? '' } });
    expect([(await feed(first, signedIn.cookie)).status, (await feed(second, cookie)).status]).toEqual([200, 200]);
    const { cookie: signedOut = '' } = signedIn;
    expect((await auth(second, '/auth/sign-out', {}, { cookie: signedOut })).status).toBe(200);
    await expect.poll(async () => (await feed(first, signedOut)).status, bySignal).toBe(401);
    const admin = await buildMember(first, { role: 'admin' });
    await first.call('toggle_user_suspension', { user_id_to_toggle: id, suspended: true, reason: 'Contoh.' }, admin);
    await expect.poll(async () => (await feed(second, cookie)).status, bySignal).toBe(403);
  });

  test('a sign-up that is begun at one is confirmed at the other, by the link that was mailed', async () => {
    const options = { redisUrl, databaseUrl: first.databaseUrl, emailVerification: true };
    const [here, there] = [await startTestServer(options), await startTestServer(options)];
    const inbox = await openInbox(here);
    const form = signUpForm();
    expect((await auth(here, '/auth/sign-up/email', form)).status).toBe(200);
    const token = tokenOf(await inbox.next(form.email), 'verifyEmail');
    const confirmed = await auth(there, '/auth/verify-email', { token, password: form.password });
    expect(confirmed.status).toBe(200);
  });

  test('a photo that is uploaded at one is served by the other, and so is its preview, made by both at once', async () => {
    const cook = await buildSeller(first);
    const bytes = new Uint8Array(await plainPicture(600, 400).png().toBuffer());
    const uploaded = await first.request(
      `/storage/posts/${cook.id}`,
      { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: bytes },
      cook,
    );
    const saved = (await uploaded.json()) as { path: string; url: string };
    expect((await second.request(saved.url, {}, cook)).status).toBe(200);
    const post = await buildPost(first, { user_id: cook.id, images: [saved.path] });
    const previews = await Promise.all(
      [first, second].map(async ({ request }) => {
        const answer = await request(`/previews/post/${post.id}.jpg`);
        return [answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')];
      }),
    );
    expect(previews[0]).toEqual([200, expect.stringMatching(/^\/9j\//)]);
    expect(previews[1]).toEqual(previews[0]);
  });

  test('a feed that both have cached is read anew at both after a change at one', async () => {
    const cook = await buildSeller(first);
    const reader = await buildMember(first);
    const post = await buildPost(first, { user_id: cook.id });
    const isListed = async ({ call }: typeof first) =>
      (await call('get_feed', {}, reader)).some(({ id }) => id === post.id);
    expect([await isListed(first), await isListed(second)]).toEqual([true, true]);
    await second.call('delete_post', { post_id: post.id }, cook);
    expect(await isListed(second)).toBe(false);
    await expect.poll(() => isListed(first)).toBe(false);
  });

  test('a message that is sent to both at once, after a lost answer, is one, and both answer it', async () => {
    const [sender, recipient] = [await buildMember(first), await buildMember(first)];
    const conversation = await buildConversation(first, { user1_id: sender.id, user2_id: recipient.id });
    const message = { id: newId(), p_conversation_id: conversation.id, p_content: 'Ado randang?' };
    const answers = await Promise.all([first, second].map(({ call }) => call('send_message', message, sender)));
    expect(answers[0]).toEqual(answers[1]);
    const { length } = await first.db.selectFrom('messages').selectAll().where('id', '=', message.id).execute();
    expect(length).toBe(1);
  });

  test('what is read at one during a block reaches no page at the other; what is read without it does (D74)', async () => {
    const [writer, reader] = [await buildMember(first), await buildMember(first)];
    const { id } = await buildConversation(first, { user1_id: writer.id, user2_id: reader.id });
    const write = () => first.call('send_message', { p_conversation_id: id, p_content: 'Halo' }, writer);
    const read = (sequence: number) => first.call('mark_conversation_read', { conversation_id: id, sequence }, reader);
    const block = (blocked: boolean) => first.call('set_block', { person_id: writer.id, blocked }, reader);
    const page = await openPage(second.url, { cookie: writer.cookie });
    await write();
    await block(true);
    await read(1);
    await block(false);
    await write();
    await read(2);
    const told = (await page.nextSignals(5)).map(([, signal]) => signal);
    expect(told.map(({ type }) => type)).toEqual([
      'message_added',
      'conversations_changed',
      'conversations_changed',
      'message_added',
      'conversation_read',
    ]);
    expect(told.at(-1)).toMatchObject({ reader_id: reader.id, read_sequence: 2 });
  });

  test('a page that comes back to another process is sent what it has missed, or told to fetch again', async () => {
    const requestedAt = performance.now();
    const { cookie } = await buildMember(first);
    const listening = await openPage(second.url, { cookie });
    await listening.join('feed');
    await first.platform.transaction(async (tx) => tx.signal('feed', { type: 'feed_changed', post_id: 'missed' }));
    const missed = { type: 'signal', topic: 'feed', signal: { type: 'feed_changed', post_id: 'missed' } };
    expect(await listening.next()).toEqual(missed);
    const comeBack = async (url: string) => {
      const page = await openPage(url, { cookie });
      page.send({ type: 'join', topics: ['feed'], age_ms: Math.ceil(performance.now() - requestedAt) });
      return page.next();
    };
    expect(await comeBack(second.url)).toEqual(missed);
    expect(await comeBack((await start()).url)).toEqual({ type: 'resync' });
  });
});
