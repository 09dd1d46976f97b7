import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { retentions } from './app.ts';
import type { Schema } from './platform/database/schema.ts';
import { removeUnreferencedFiles } from './platform/files/removal.ts';
import { applyRetention } from './platform/transactions/retention.ts';
import { retentionTasks } from './platform/workers/nightly.ts';
import {
  buildComment,
  buildFile,
  buildMember,
  buildPendingSignUp,
  buildPost,
  buildSeller,
  buildSession,
} from './testing/builders.ts';
import { jumpClock, trustClock } from './testing/jumped-clock.ts';
import { startTestServer } from './testing/server.ts';

const server = await startTestServer();
const { db, platform } = server;
const person = await buildMember(server);
const post = await buildPost(server);
const comment = await buildComment(server, { post_id: post.id });

/** Tables without a retention, because their rows record nothing past: with what they are deleted, or by whom. */
const unlimited: Partial<Record<keyof Schema, string>> = {
  accounts: 'the profile',
  app_settings: 'one row a setting',
  appeals: 'profile and decision',
  blocks: 'both profiles',
  conversations: 'both profiles',
  dish_returns: 'the post',
  files: 'the row that names the file (files/sweep.ts)',
  last_backup: 'one row',
  likes: 'post and profile',
  messages: 'the conversation',
  post_comments: 'post and profile',
  posts: 'the profile',
  profiles: 'deleted by the person or an admin',
  promo_banners: 'deleted by an admin',
  push_subscriptions: 'the session',
  reported_messages: 'the report',
  saved_posts: 'post and profile',
  seller_applications: 'the profile',
  server_secrets: 'one row a secret',
  trusted_clock: 'one row',
  waiting_reminder: 'one row',
  warungs: 'the profile',
};

test('every table with a time has a retention or a listed reason to have none (D61)', async () => {
  const { rows } = await sql<{ name: keyof Schema }>`
    select distinct c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.data_type in ('timestamp with time zone', 'timestamp without time zone', 'date')`.execute(db);
  const declared = [...retentions.map(({ table }) => table), ...Object.keys(unlimited)];
  expect(rows.map(({ name }) => name).toSorted(), 'add a retention to the feature, or a line to `unlimited`').toEqual(
    declared.toSorted(),
  );
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const notification = (is_read: boolean, days: number) =>
  db
    .insertInto('notifications')
    .values({ user_id: person.id, type: 'new_report', content: '', is_read, created_at: daysAgo(days) })
    .execute();
const report = (status: 'pending' | 'dismissed', created: number, decided: number | null) =>
  db
    .insertInto('reports')
    .values({
      reason: 'Bukan makanan.',
      status,
      created_at: daysAgo(created),
      decided_at: decided === null ? null : daysAgo(decided),
    })
    .execute();
const session = (expires: number) =>
  buildSession(server, person.id, { expires_at: daysAgo(expires), created_at: daysAgo(500) });
const verification = (expires: number) =>
  db
    .insertInto('verifications')
    .values({ identifier: crypto.randomUUID(), value: person.id, expires_at: daysAgo(expires) })
    .execute();
const recoveryCode = async (expires: number) =>
  db
    .insertInto('recovery_codes')
    .values({
      user_id: (await buildMember(server)).id,
      code_hash: crypto.randomUUID(),
      expires_at: daysAgo(expires),
    })
    .execute();
const signInCode = async (expires: number) =>
  db
    .insertInto('sign_in_codes')
    .values({ user_id: (await buildMember(server)).id, tries_left: 5, expires_at: daysAgo(expires) })
    .execute();
const wrongPassword = (days: number) =>
  db
    .insertInto('wrong_passwords')
    .values({ subject: crypto.randomUUID(), created_at: daysAgo(days) })
    .execute();
const recoveryRequest = async (expires: number) =>
  db
    .insertInto('recovery_requests')
    .values({ user_id: (await buildMember(server)).id, requested_by: person.id, expires_at: daysAgo(expires) })
    .execute();
const deletedAdmin = (days: number) =>
  db
    .insertInto('deleted_admins')
    .values({ email_hash: crypto.randomUUID(), deleted_at: daysAgo(days) })
    .execute();
const deletedSession = (expires: number) =>
  db
    .insertInto('deleted_sessions')
    .values({ token_hash: crypto.randomUUID(), expires_at: daysAgo(expires) })
    .execute();
const pendingSignUp = (expires: number) => buildPendingSignUp(server, { expires_at: daysAgo(expires) });
const visit = (days: number) =>
  sql`insert into daily_visits (day, user_id)
      values ((now() at time zone 'Asia/Jakarta')::date - ${days}::int, ${person.id})`.execute(db);
const linkCount = (days: number) =>
  sql`insert into link_counts (day, opened) values ((now() at time zone 'Asia/Jakarta')::date - ${days}::int, 1)`.execute(
    db,
  );
const stall = await buildSeller(server);
const view = (days: number) =>
  sql`insert into views (day, viewer_id, warung_id)
      values ((now() at time zone 'Asia/Jakarta')::date - ${days}::int, ${person.id}, ${stall.id})`.execute(db);
const uploads = (days: number) =>
  sql`insert into upload_attempts (user_id, day, attempts)
      values (${person.id}, (now() at time zone 'Asia/Jakarta')::date - ${days}::int, 1)`.execute(db);
const unsentSignal = (days: number) =>
  db
    .insertInto('unsent_signals')
    .values({ text: 'gap', created_at: daysAgo(days) })
    .execute();
const webFile = (days: number) =>
  db
    .insertInto('web_files')
    .values({ name: `${days}.js`, content_type: 'text/plain', content: Buffer.from(''), had_at: daysAgo(days) })
    .execute();
const limitCount = (days: number) =>
  db
    .insertInto('limit_counts')
    .values({ key: crypto.randomUUID(), full_at: daysAgo(days) })
    .execute();
const deletedId = (days: number) =>
  db
    .insertInto('deleted_ids')
    .values({ id: crypto.randomUUID(), deleted_at: daysAgo(days) })
    .execute();
const action = (days: number) =>
  db
    .insertInto('audit_log')
    .values({ action: 'update_settings', target_type: 'setting', target_id: '', created_at: daysAgo(days) })
    .execute();

const decision = (days: number, suspended?: { id: string }) =>
  db
    .insertInto('decisions')
    .values({
      subject_type: suspended ? 'user' : 'application',
      subject_id: suspended?.id ?? crypto.randomUUID(),
      action: suspended ? 'suspend' : 'reject',
      decided_by_name: 'Admin',
      created_at: daysAgo(days),
    })
    .execute();

const event = (kind: 'like' | 'comment', days: number) =>
  db
    .insertInto('notification_events')
    .values({
      topic: `${kind}s:${post.id}`,
      actor_id: person.id,
      ...(kind === 'like' ? { post_id: post.id } : { comment_id: comment.id }),
      created_at: daysAgo(days),
    })
    .execute();

const availabilityChange = (days: number) =>
  db
    .insertInto('availability_changes')
    .values({ user_id: person.id, set_at: daysAgo(days), posts_before: '[]', created_at: daysAgo(days) })
    .execute();

type Case = { stays: (() => Promise<unknown>)[]; goes: (() => Promise<unknown>)[] };
const cases: Partial<Record<keyof Schema, Case>> = {
  notifications: {
    stays: [() => notification(true, 89), () => notification(false, 179)],
    goes: [() => notification(true, 91), () => notification(false, 181)],
  },
  notification_events: {
    stays: [() => event('like', 500), () => event('comment', 179)],
    goes: [() => event('comment', 181)],
  },
  audit_log: { stays: [() => action(364)], goes: [() => action(367)] },
  decisions: {
    stays: [() => decision(364), async () => decision(500, await buildMember(server, { is_suspended: true }))],
    goes: [() => decision(367), async () => decision(367, await buildMember(server))],
  },
  reports: {
    stays: [() => report('pending', 500, null), () => report('dismissed', 500, 89)],
    goes: [() => report('dismissed', 500, 91)],
  },
  daily_visits: { stays: [() => visit(0), () => visit(400)], goes: [() => visit(401)] },
  link_counts: { stays: [() => linkCount(0), () => linkCount(400)], goes: [() => linkCount(401)] },
  views: { stays: [() => view(0), () => view(400)], goes: [() => view(401)] },
  deleted_ids: { stays: [() => deletedId(179)], goes: [() => deletedId(181)] },
  web_files: { stays: [() => webFile(29.9)], goes: [() => webFile(30.1)] },
  unsent_signals: { stays: [() => unsentSignal(0.9)], goes: [() => unsentSignal(1.1)] },
  limit_counts: { stays: [() => limitCount(-1)], goes: [() => limitCount(0.1)] },
  availability_changes: { stays: [() => availabilityChange(0.9)], goes: [() => availabilityChange(1.1)] },
  upload_attempts: { stays: [() => uploads(0)], goes: [() => uploads(1)] },
  sessions: { stays: [() => session(-1)], goes: [() => session(1)] },
  recovery_codes: { stays: [() => recoveryCode(-1)], goes: [() => recoveryCode(1)] },
  sign_in_codes: { stays: [() => signInCode(-1)], goes: [() => signInCode(1)] },
  wrong_passwords: { stays: [() => wrongPassword(0.5 / 24)], goes: [() => wrongPassword(1.5 / 24)] },
  recovery_requests: { stays: [() => recoveryRequest(-1)], goes: [() => recoveryRequest(1)] },
  deleted_admins: { stays: [() => deletedAdmin(29)], goes: [() => deletedAdmin(31)] },
  deleted_sessions: { stays: [() => deletedSession(-1)], goes: [() => deletedSession(1)] },
  pending_sign_ups: { stays: [() => pendingSignUp(-1)], goes: [() => pendingSignUp(1)] },
  verifications: { stays: [() => verification(-1)], goes: [() => verification(1)] },
};

test.each(retentions)('$table: expired rows are deleted by a trusted clock, the others stay', async (retention) => {
  const { table } = retention;
  await sql`delete from ${sql.table(table)}`.execute(db);
  const rows = async () =>
    (await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(table)} t order by ctid`.execute(db)).rows;
  for (const insert of cases[table]!.stays) await insert();
  const stays = await rows();
  for (const insert of cases[table]!.goes) await insert();
  const all = await rows();
  expect(all.length).toBeGreaterThan(stays.length);
  await jumpClock(db);
  await applyRetention(platform, retention);
  expect(await rows()).toEqual(all);
  await trustClock(db);
  await applyRetention(platform, retention);
  expect(await rows()).toEqual(stays);
});

test('thousands of expired rows are deleted, and a locked row is skipped', async () => {
  const retention = retentions.find(({ table }) => table === 'notifications')!;
  await db.deleteFrom('notifications').execute();
  await sql`
    insert into notifications (user_id, type, content, created_at)
    select ${person.id}, 'new_report', '', now() - interval '1 year' from generate_series(1, 2500)`.execute(db);
  const count = async () =>
    (await db.selectFrom('notifications').select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('notifications').select('id').orderBy('id').limit(1).forUpdate().execute();
    await applyRetention(platform, retention);
    expect(await count()).toBe(1);
  });
  await applyRetention(platform, retention);
  expect(await count()).toBe(0);
});

test('the photos of an expired report are removed, unless another row uses them (D20, D30)', async () => {
  const owner = await buildMember(server, { role: 'penjual' });
  const photos = [
    await buildFile(server, { uploaded_by: owner.id }),
    await buildFile(server, { uploaded_by: owner.id }),
  ];
  const [unused, shown] = photos.map(({ path }) => path) as [string, string];
  await buildPost(server, { user_id: owner.id, images: [shown] });
  await db
    .insertInto('reports')
    .values({
      reason: 'Bukan makanan.',
      status: 'resolved',
      snapshot_images: [unused, shown],
      decided_at: daysAgo(91),
    })
    .execute();
  const [task] = retentionTasks(retentions.filter(({ table }) => table === 'reports'));
  await task!.run(platform);
  const jobs = await sql<{ data: { bucket: 'posts'; paths: string[] } }>`
    select data from jobs.job where name = 'remove_files'`.execute(db);
  expect(jobs.rows).toEqual([{ data: { bucket: 'posts', paths: [unused, shown] } }]);
  await removeUnreferencedFiles(platform, 'posts', [unused, shown]);
  const left = await db.selectFrom('files').select('path').where('path', 'in', [unused, shown]).execute();
  expect(left).toEqual([{ path: shown }]);
});
