import { calls } from '@lapau/contract/calls';
import type { CallName } from '@lapau/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  buildAdmin,
  buildComment,
  buildConversation,
  buildMember,
  buildMessage,
  buildPost,
  buildSeller,
} from '../../testing/builders.ts';
import { callInputs } from '../../testing/call-inputs.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const mark = 'terpendam';
const markedPhone = '0899-7766-5544';

/** A token that not even admins see (D37). */
const markedToken = `${mark}-token`;

/** Puts the mark into the private columns of everybody but the reader, and registers their apps; a stall's own numbers are public. */
async function plantMark(reader: { id: string }): Promise<void> {
  await sql`update profiles set email = ${mark} || id || '@lapau.test', phone = ${mark}, address = ${mark}
      where id <> ${reader.id}`.execute(server.db);
  await sql`insert into push_subscriptions (user_id, session_id, fcm_token)
      select user_id, id, ${markedToken} || id from sessions where user_id <> ${reader.id}
      on conflict (fcm_token) do nothing`.execute(server.db);
}

/** Builds other people's activity around a reader: posts, comments, replies, likes, a chat. */
async function buildActivity(reader: { id: string }) {
  const seller = await buildSeller(server, { warung: { phone_number: '0810-0000-0011' } });
  const other = await buildMember(server);
  const post = await buildPost(server, { user_id: seller.id });
  const own = await buildPost(server, { user_id: reader.id });
  for (const post_id of [post.id, own.id]) {
    const comment = await buildComment(server, { post_id, user_id: other.id });
    await buildComment(server, { post_id, user_id: seller.id, parent_id: comment.id });
    await server.call('toggle_like', { post_id_to_toggle: post_id, liked: true }, other);
  }
  await server.db.insertInto('saved_posts').values({ user_id: reader.id, post_id: post.id }).execute();
  const { id } = await buildConversation(server, { user1_id: reader.id, user2_id: seller.id });
  await buildMessage(server, { conversation_id: id, sender_id: seller.id });
  return { seller, post };
}

const memberCalls = (Object.keys(calls) as CallName[]).filter((name) => calls[name].access !== 'admin');

test.each(memberCalls)('%s reveals no e-mail, phone or address of other people (D49)', async (name) => {
  const reader = await buildSeller(server);
  await buildActivity(reader);
  const input = await callInputs[name](server, reader);
  await plantMark(reader);
  const as = calls[name].access === 'guest' ? undefined : reader;
  const { status, body } = await server.rawCall(name, input, as);
  if (calls[name].access !== 'guest') expect(status).toBe(name === 'submit_application' ? 409 : 200);
  expect(JSON.stringify(body)).not.toContain(mark);
});

const adminCalls = (Object.keys(calls) as CallName[]).filter((name) => calls[name].access === 'admin');

test.each(adminCalls)('%s reveals no token of anybody’s app', async (name) => {
  const reader = await buildAdmin(server);
  await buildActivity(await buildSeller(server));
  const input = await callInputs[name](server, reader);
  await plantMark(reader);
  const { status, body } = await server.rawCall(name, input, reader);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain(markedToken);
});

test('the files for admins, and one’s own data, have none either', async () => {
  const [admin, member] = [await buildAdmin(server), await buildMember(server)];
  await plantMark(admin);
  for (const name of ['pengguna', 'warung', 'laporan'])
    expect(await (await server.request(`/export/${name}.csv`, {}, admin)).text()).not.toContain(markedToken);
  const own = await (await server.request('/export/data-saya.zip', {}, member)).text();
  expect(own).toContain(`${mark}${member.id}`);
  expect(own).not.toContain(markedToken);
});

test('pages, the export and signals reveal none either', async () => {
  const reader = await buildSeller(server);
  const { seller, post } = await buildActivity(reader);
  await plantMark(reader);
  const page = await openPage(server.url, { cookie: reader.cookie });
  await page.join('feed', 'settings', 'banners', `post:${post.id}`, `warung:${seller.id}`);
  await server.call(
    'update_profile',
    { full_name: 'Uni', address: mark, nagari: 'Sialang', kecamatan: '', phone: markedPhone },
    seller,
  );
  await server.call('toggle_like', { post_id_to_toggle: post.id }, seller);
  const signals = await page.signals();
  expect(signals.length).toBeGreaterThan(1);
  expect(JSON.stringify(signals)).not.toContain(mark);
  expect(JSON.stringify(signals)).not.toContain(markedPhone);
  for (const path of ['/', `/post/${post.id}`, `/warungs/${seller.id}`, '/export/data-saya.zip']) {
    for (const as of [reader, undefined]) {
      expect(await (await server.request(path, {}, as)).text(), path).not.toContain(mark);
    }
  }
});

test('a stall’s own phone and WhatsApp are public', async () => {
  const seller = await buildSeller(server, { warung: { phone_number: '0810-1', whatsapp_number: '0810-2' } });
  expect(await server.call('get_warung', { warung_id: seller.id }, await buildMember(server))).toMatchObject({
    phone_number: '0810-1',
    whatsapp_number: '0810-2',
  });
});
