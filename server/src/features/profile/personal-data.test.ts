import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Schema } from '../../platform/database/schema.ts';
import { fileWorkers } from '../../platform/workers/file-jobs.ts';
import { startWorkers } from '../../platform/workers/worker.ts';
import {
  buildAdmin,
  buildApplication,
  buildComment,
  buildConversation,
  buildDecision,
  buildMember,
  buildMessage,
  buildPassword,
  buildPost,
  buildSeller,
} from '../../testing/builders.ts';
import { expectExactCounts } from '../../testing/counts.ts';
import { plainPicture, uploadTo } from '../../testing/pictures.ts';
import { tellWaitingDishes } from '../../testing/queued-dishes.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';
import { unzip } from '../../testing/unzip.ts';
import { exportedTables, notExported } from './queries.ts';

const server = await startTestServer();
const { call, db } = server;
await startWorkers(server.platform, fileWorkers);
const admin = await buildAdmin(server);

const tables = async () =>
  (
    await sql<{ name: keyof Schema }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'schema_migrations%'`.execute(
      db,
    )
  ).rows.map(({ name }) => name);

/** Builds a seller with a row in every table that names people, and another seller who has reacted to them. */
async function buildActivePerson() {
  const person = await buildSeller(server, {
    profile: {
      full_name: 'Jejak Lengkap',
      email: `jejak-${crypto.randomUUID()}@lapau.test`,
      phone: '0899-JEJAK',
      address: 'Jejak',
    },
    warung: { name: 'Lapau Jejak', phone_number: '0898-JEJAK' },
  });
  const other = await buildSeller(server);
  const password = await buildPassword(server, person);
  const picture = await plainPicture().png().toBuffer();
  const { path } = (await uploadTo(server, `posts/${person.id}`, picture, person)).body;
  const avatar = (await uploadTo(server, `avatars/${person.id}/profile_avatar`, picture, person)).body;
  await call('update_avatar', { path: avatar.path }, person);
  const post = await buildPost(server, { user_id: person.id, images: [path] });
  const theirs = await buildPost(server, { user_id: other.id });
  const comment = await buildComment(server, { post_id: theirs.id, user_id: person.id, content: 'Jejak komentar' });
  await buildComment(server, { post_id: theirs.id, user_id: other.id, parent_id: comment.id });
  await call('toggle_like', { post_id_to_toggle: theirs.id }, person);
  await call('toggle_like', { post_id_to_toggle: post.id }, other);
  await call('toggle_save_post', { post_id_to_toggle: theirs.id, saved: true, alert: true }, person);
  for (const is_open of [false, true]) await call('set_posts_open', { post_ids: [theirs.id], is_open }, other);
  await tellWaitingDishes(server);
  await call('record_view', { warung_id: other.id, post_id: theirs.id }, person);
  await call('create_report', { reported_post_id: theirs.id, reason: 'Jejak laporan' }, person);
  await call('create_report', { reported_post_id: post.id, reason: 'Foto lama' }, other);
  const conversation = await buildConversation(server, { user1_id: person.id, user2_id: other.id });
  const said = { conversation_id: conversation.id, content: 'Halo' };
  const message = await buildMessage(server, { ...said, sender_id: person.id });
  const answer = await buildMessage(server, { ...said, sender_id: other.id });
  await call('report_message', { message_id: message.id, reason: 'Pesan lama', block: true }, other);
  await call('report_message', { message_id: answer.id, reason: 'Jejak laporan pesan', block: true }, person);
  await call('set_posts_open', { post_ids: [post.id], is_open: false }, person);
  await call('subscribe_push', { fcm_token: crypto.randomUUID() }, person);
  await call('set_push_settings', { comments: false }, person);
  await call('set_quick_replies', { texts: ['Jejak jawaban'], version: 0 }, person);
  await db.insertInto('daily_visits').values({ day: '2026-03-01', user_id: person.id }).execute();
  const link = { identifier: crypto.randomUUID(), value: person.id, expires_at: new Date(Date.now() + 60_000) };
  await db.insertInto('verifications').values(link).execute();
  await buildApplication(server, { user_id: person.id, warung_name: 'Lapau Jejak', sample_menu_image_url: path });
  const removal = {
    subject_type: 'post',
    subject_id: crypto.randomUUID(),
    action: 'remove',
    user_id: person.id,
  } as const;
  const decision = await buildDecision(server, admin, removal);
  await call('appeal_removal', { decision_id: decision.id, appeal_text: 'Jejak keberatan' }, person);
  return { person, other, password, path, avatar: avatar.path, theirs, conversation };
}

test('every column that references a person is exported, or listed with a reason not to be (D53)', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select t.relname as table, a.attname as column
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'profiles'::regclass`.execute(db);
  expect(rows.length).toBeGreaterThan(15);
  const declared = new Set(['profiles.id', ...Object.keys(notExported)]);
  for (const [table, { columns }] of Object.entries(exportedTables))
    for (const column of columns) declared.add(`${table}.${column}`);
  const naming = new Set(['profiles.id', ...rows.map(({ table, column }) => `${table}.${column}`)]);
  expect(
    [...naming].filter((column) => !declared.has(column)),
    'add to exportedTables or notExported',
  ).toEqual([]);
  expect(
    [...declared].filter((column) => !naming.has(column)),
    'there is no such column',
  ).toEqual([]);
});

test('the export contains everything the person wrote and their photos, and no secrets (D53)', async () => {
  const { person, other, path } = await buildActivePerson();
  const response = await server.request('/export/data-saya.zip', {}, person);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const entries = unzip(Buffer.from(await response.arrayBuffer()));
  expect([...entries.keys()].toSorted()).toEqual(
    ['data.json', `avatars/${person.id}/profile_avatar.webp`, `posts/${path}`].toSorted(),
  );
  expect(entries.get(`posts/${path}`)).toEqual(
    Buffer.from(await (await server.request(`/storage/posts/${path}`)).arrayBuffer()),
  );
  const data = JSON.parse(entries.get('data.json')!.toString()) as Record<string, Record<string, unknown>[]>;
  expect(Object.keys(data).toSorted()).toEqual(Object.keys(exportedTables).toSorted());
  for (const table of Object.keys(exportedTables)) {
    if (table !== 'notifications') expect(data[table], table).not.toEqual([]);
  }
  expect(data['profiles']).toMatchObject([{ id: person.id, email: person.email, phone: '0899-JEJAK' }]);
  expect(data['post_comments']).toMatchObject([{ content: 'Jejak komentar' }]);
  expect(data['reports']).toMatchObject([{ reason: 'Jejak laporan' }, { reason: 'Jejak laporan pesan' }]);
  // The words, name and photos in a report belong to the person who was reported.
  expect(Object.keys(data['reports']![0] as object).filter((column) => column.startsWith('snapshot_'))).toEqual([]);
  expect(data['messages']).toHaveLength(1);
  const text = entries.get('data.json')!.toString();
  for (const secret of [person.token, other.email, 'argon2', 'Foto lama']) expect(text).not.toContain(secret);
});

test('deleting a person leaves only what other people need (D30)', async () => {
  await db.deleteFrom('profiles').where('id', '<>', admin.id).execute();
  await db.deleteFrom('reports').execute();
  const { person, other, password, path, avatar, theirs, conversation } = await buildActivePerson();
  const page = await openPage(server.url, { cookie: person.cookie });
  await expect(call('delete_account', { password: 'salah sekali' }, person)).rejects.toMatchObject({
    code: 'wrong_password',
  });
  expect(await call('delete_account', { password }, person)).toEqual({ deleted: true });
  expect((await page.closed).reason).toBe('signed_out');
  await expect(call('get_feed', {}, person)).rejects.toMatchObject({ code: 'unauthenticated' });

  // The person's id, e-mail, numbers and name are looked for in every column of every table.
  const traces = [person.id, person.email, 'JEJAK', 'Jejak'];
  const left: Record<string, string[]> = {};
  for (const table of (await tables()).filter((name) => name !== 'files')) {
    const found = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(table)} t
      where ${sql.join(
        traces.map((trace) => sql`to_jsonb(t)::text like ${`%${trace}%`}`),
        sql` or `,
      )}`.execute(db);
    if (found.rows.length > 0) left[table] = found.rows.map(({ row }) => row);
  }
  expect(Object.keys(left)).toEqual(['reports']);
  const reports = db.selectFrom('reports').selectAll().orderBy('reason');
  expect(await reports.execute()).toMatchObject([
    {
      reporter_id: other.id,
      reported_post_id: null,
      reported_user_id: null,
      snapshot_owner_name: 'Pengguna Tidak Dikenal',
      snapshot_images: [path],
    },
    { reporter_id: null, reported_post_id: theirs.id, reason: 'Jejak laporan' },
    { reporter_id: null, reported_user_id: other.id, reason: 'Jejak laporan pesan' },
    {
      reporter_id: other.id,
      reported_user_id: null,
      snapshot_owner_name: 'Pengguna Tidak Dikenal',
      reason: 'Pesan lama',
    },
  ]);
  const messages = db
    .selectFrom('messages')
    .select('sender_id')
    .where('conversation_id', '=', conversation.id)
    .orderBy('sequence');
  expect(await messages.execute()).toEqual([{ sender_id: null }, { sender_id: other.id }]);
  await expectExactCounts(db);

  // The report still shows its photo, and nothing else is left in the person's folders.
  const { platform } = server;
  const files = db.selectFrom('files').select('path').where('path', 'like', `${person.id}/%`);
  // There is a job for each bucket. A failed one would be tried again after half a minute.
  const remaining = async () => [await platform.files.find('avatars', avatar), await files.execute()];
  await expect.poll(remaining, { timeout: 25_000 }).toEqual([undefined, [{ path }]]);
  expect(await platform.files.find('posts', path)).toBeDefined();
});

test('an admin cannot delete their own account (D9)', async () => {
  const password = await buildPassword(server, admin);
  await expect(call('delete_account', { password }, admin)).rejects.toMatchObject({
    status: 403,
    code: 'admin_account',
  });
  const demoted = await buildMember(server);
  await call('delete_account', { password: await buildPassword(server, demoted) }, demoted);
});
