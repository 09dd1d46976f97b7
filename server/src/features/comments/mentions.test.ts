import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAdmin, buildComment, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, db } = server;
const admin = await buildAdmin(server);

type Post = { id: string };
const write = (post: Post, comment_content: string, as: BuiltMember, parent_comment_id?: string) =>
  call('add_comment', { post_id_to_comment_on: post.id, comment_content, parent_comment_id }, as);
const read = (post: Post, as: BuiltMember) => call('get_comments_for_post', { p_post_id: post.id }, as);
const lastOf = async (post: Post, as: BuiltMember) => (await read(post, as)).at(-1)?.content;
const block = (person: BuiltMember, as: BuiltMember, blocked = true) =>
  call('set_block', { person_id: person.id, blocked }, as);
const suspend = (person: BuiltMember, suspended: boolean) =>
  call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended }, admin);
const rename = (person: BuiltMember, full_name: string) => {
  const { address, nagari, kecamatan, phone } = person;
  return call('update_profile', { full_name, address, nagari, kecamatan, phone }, person);
};

/** Builds a thread: `named`, who is called Ina Kambang, has answered a reader's comment, and `third` has answered `named`. */
async function buildThread() {
  const [reader, named, third] = [
    await buildMember(server),
    await buildMember(server, { full_name: 'Ina Kambang' }),
    await buildMember(server),
  ];
  const post = await buildPost(server);
  const top = await write(post, 'Masih ada?', reader);
  const reply = await write(post, 'Masih', named, top.id);
  return { post, top, reply, reader, named, third };
}

test('who has blocked somebody reads neither their old name nor a new one where others answer them (D129)', async () => {
  const { post, reply, reader, named, third } = await buildThread();
  await write(post, 'Sisakan dua', third, reply.id);
  expect(await lastOf(post, reader)).toBe('@Ina Sisakan dua');
  await block(named, reader);
  expect(await lastOf(post, reader)).toBe('@pengguna Sisakan dua');
  await rename(named, 'Awas Kau');
  await write(post, 'Sisakan tiga', third, reply.id);
  const seen = await read(post, reader);
  expect(seen.map(({ content }) => content)).toEqual(['Masih ada?', '@pengguna Sisakan dua', '@pengguna Sisakan tiga']);
  expect(JSON.stringify(seen)).not.toMatch(/Ina|Awas/);
  expect((await read(post, third)).map(({ content }) => content).slice(2)).toEqual([
    '@Awas Sisakan dua',
    '@Awas Sisakan tiga',
  ]);
  await block(named, reader, false);
  expect(await lastOf(post, reader)).toBe('@Awas Sisakan tiga');
});

test('whom somebody has blocked does not read the name of that person either (D74)', async () => {
  const { post, reader, named, third } = await buildThread();
  const other = await write(post, 'Ambo juo', third);
  const mine = await write(post, 'Ambo tigo', reader, other.id);
  await write(post, 'Elok', third, mine.id);
  await block(named, reader);
  expect(await lastOf(post, named)).toBe('@pengguna Elok');
});

test('one’s own words no longer name whom one has blocked', async () => {
  const { post, reply, reader, named } = await buildThread();
  const mine = await write(post, 'Sisakan dua', reader, reply.id);
  expect(mine.content).toBe('@Ina Sisakan dua');
  await block(named, reader);
  expect(await lastOf(post, reader)).toBe('@pengguna Sisakan dua');
});

test('a mention of somebody suspended names nobody until that is lifted, and of a deleted account never again (D11, D30)', async () => {
  const { post, reply, reader, named, third } = await buildThread();
  await write(post, 'Sisakan dua', third, reply.id);
  const own = await write(post, 'Untuak ambo ciek', named, reply.id);
  expect(own.content).toBe('@Ina Untuak ambo ciek');
  await suspend(named, true);
  for (const who of [reader, third, admin]) expect(await lastOf(post, who)).toBe('@pengguna Sisakan dua');
  await suspend(named, false);
  expect(await lastOf(post, reader)).toBe('@Ina Untuak ambo ciek');
  await call('delete_user_by_admin', { user_id_to_delete: named.id, reason: 'Palsu' }, admin);
  expect(await lastOf(post, reader)).toBe('@pengguna Sisakan dua');
  await db.deleteFrom('profiles').where('id', '=', named.id).execute();
  expect(await lastOf(post, third)).toBe('@pengguna Sisakan dua');
  const stored = db.selectFrom('post_comments').selectAll().where('post_id', '=', post.id).execute();
  expect(JSON.stringify(await stored)).not.toContain('Ina');
});

test('a stall that is suspended or sells no more is called by no name, or by that of its cook', async () => {
  const { post, top, reader, third } = await buildThread();
  const cook = await buildSeller(server, { profile: { full_name: 'Syafril' }, warung: { name: 'Lapau Mak Itam' } });
  const theirs = await write(post, 'Buka jam lima', cook, top.id);
  expect((await write(post, 'Siap', third, theirs.id)).content).toBe('@Lapau Mak Itam Siap');
  await call('toggle_warung_suspension', { warung_id: cook.id, suspended: true }, admin);
  expect(await lastOf(post, reader)).toBe('@pengguna Siap');
  await call('toggle_warung_suspension', { warung_id: cook.id, suspended: false }, admin);
  await db.updateTable('profiles').set({ role: 'pembeli' }).where('id', '=', cook.id).execute();
  expect(await lastOf(post, reader)).toBe('@Syafril Siap');
});

test('a mention that is typed at the beginning is one too: of who is answered, of who wrote there, of the cook', async () => {
  const { post, reply, reader, named, third } = await buildThread();
  const own = await db.selectFrom('posts').select('user_id').where('id', '=', post.id).executeTakeFirstOrThrow();
  await db.updateTable('warungs').set({ name: 'Dapur Amak' }).where('id', '=', own.user_id).execute();
  const typed = [
    await write(post, '@ina kambang, sisakan', third, reply.id),
    await write(post, '@Ina Sisakan dua', third),
    await write(post, '@Dapur Amak masih ada?', third),
  ];
  expect(typed.map(({ content }) => content)).toEqual(['@Ina sisakan', '@Ina Sisakan dua', '@Dapur Amak masih ada?']);
  await block(named, reader);
  await block({ ...reader, id: own.user_id }, reader);
  const seen = (await read(post, reader)).map(({ content }) => content);
  expect(seen.slice(-3)).toEqual(['@pengguna sisakan', '@pengguna Sisakan dua', '@pengguna masih ada?']);
});

test('other words stay as they were typed: of two of one name, of nobody there, and after the first word', async () => {
  const { post, reader, named, third } = await buildThread();
  await write(post, 'Ambo juo', await buildMember(server, { full_name: 'Ina Batipuh' }));
  await block(named, reader);
  for (const content of ['@Ina lamak bana', '@Uda Jon lamak bana', 'Lamak bana, @Ina', '@Ina'])
    expect([await write(post, content, third), await lastOf(post, reader)]).toMatchObject([{ content }, content]);
  expect((await write(post, '@Ina Kambang lamak', third)).content).toBe('@Ina lamak');
  expect(await lastOf(post, reader)).toBe('@pengguna lamak');
});

test('a report and the record of a removal keep the words without the name', async () => {
  const { post, reply, named, third, reader } = await buildThread();
  const answer = await write(post, 'Kata kasar', third, reply.id);
  await call('report_comment', { reported_comment_id: answer.id, reason: 'Kasar' }, reader);
  const snapshot = db.selectFrom('reports').select('snapshot_comment').where('reported_comment_id', '=', answer.id);
  expect(await snapshot.execute()).toEqual([{ snapshot_comment: 'Kata kasar' }]);
  // An admin who has blocked the author can still decide, and reads the words on the desk.
  await block(third, admin);
  expect(await read(post, admin)).not.toContainEqual(expect.objectContaining({ id: answer.id }));
  const items = JSON.stringify(await call('get_pending_reports', {}, admin));
  expect(items).toContain('Kata kasar');
  expect(items).toContain(third.full_name);
  await call('delete_comment', { comment_id: answer.id, reason_key: 'rude' }, admin);
  const audit = db.selectFrom('audit_log').select('details').where('target_id', '=', answer.id).execute();
  expect(JSON.stringify(await audit)).not.toContain(named.full_name.split(' ', 1)[0]);
});

test('comments of an earlier release lose the names that can be told, and keep all other words', async () => {
  const { post, top, reader, named, third } = await buildThread();
  const [uda, other, stall] = [
    await buildMember(server, { full_name: 'Uda Jon' }),
    await buildMember(server, { full_name: 'Uda Pen' }),
    await buildSeller(server, { warung: { name: 'Lapau Mak Itam Lamo' } }),
  ];
  for (const person of [uda, other, stall]) await write(post, 'Ambo juo', person, top.id);
  const earlier = (content: string) =>
    buildComment(server, { post_id: post.id, user_id: third.id, parent_id: top.id, content });
  const notified = async (content: string, answered: BuiltMember) => {
    const { id } = await earlier(content);
    const event = { topic: `comments:${post.id}`, actor_id: third.id, answered_id: answered.id, comment_id: id };
    await db.insertInto('notification_events').values(event).execute();
  };
  for (const content of ['@Ina satu', '@Lapau Mak Itam dua', '@Uda tiga', '@Siapo ampek', '@Ina', 'Uda Jon limo'])
    await earlier(content);
  await notified('@Uda anam', other);
  await notified('@Namo tujuah', named);
  await notified('@Lapau Lamo salapan', stall);
  const migration = await readFile(new URL('../../migrations/0344_comments_mentions.sql', import.meta.url), 'utf8');
  await sql.raw(migration.slice(migration.indexOf('with named as'))).execute(db);
  const shown = async () => (await read(post, reader)).slice(-9).map(({ content }) => content);
  const others = ['@Siapo ampek', '@Ina', 'Uda Jon limo'];
  expect(await shown()).toEqual([
    '@Ina satu',
    '@Lapau Mak Itam dua',
    '@Uda tiga',
    ...others,
    '@Uda anam',
    '@Ina tujuah',
    '@Lapau Lamo salapan',
  ]);
  for (const person of [named, other, stall]) await block(person, reader);
  expect(await shown()).toEqual([
    '@pengguna satu',
    '@pengguna dua',
    '@Uda tiga',
    ...others,
    '@pengguna anam',
    '@pengguna tujuah',
    '@Lapau Lamo salapan',
  ]);
});
