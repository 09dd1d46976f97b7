import type { CallName } from '@lapau/contract/calls';
import { calls } from '@lapau/contract/calls';
import { unknownNotification } from '@lapau/contract/notifications';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { pushContents } from './app.ts';
import { writeMail } from './features/auth/mails.ts';
import type { Mail } from './features/auth/rules-mails.ts';
import { deliver } from './features/push/rules-send.ts';
import type { PushJob } from './features/push/rules.ts';
import {
  buildAdmin,
  buildAppeal,
  buildApplication,
  buildDecision,
  buildMember,
  buildPassword,
  buildPost,
  buildReport,
  buildSeller,
  buildSession,
} from './testing/builders.ts';
import type { BuiltMember } from './testing/builders.ts';
import { callInputs } from './testing/call-inputs.ts';
import { readCsv } from './testing/csv.ts';
import { settle } from './testing/decisions.ts';
import { startPushService } from './testing/push-service.ts';
import { startTestServer } from './testing/server.ts';

// These tests use a database that a later release has changed: columns with a list of values hold one that this release does
// not know (D102).

const pushService = await startPushService();
afterAll(pushService.close);
const server = await startTestServer({ pushNetwork: pushService.network, logLevel: 'silent' });
const { db, call, rawCall, request } = server;
const admin = await buildAdmin(server);

const unknown = 'later_release';

/** Every column with a list of values. The list is removed, so that the column takes the unknown value. */
const { rows: listed } = await sql<{ table: string; column: string; name: string }>`
  select conrelid::regclass::text as table, conname as name,
    (regexp_match(pg_get_constraintdef(oid), '^CHECK \\(\\((\\w+) = ANY '))[1] as column
  from pg_constraint
  where contype = 'c' and connamespace = 'public'::regnamespace
    and pg_get_constraintdef(oid) ~ '^CHECK \\(\\(\\w+ = ANY '`.execute(db);
for (const { table, name } of listed)
  await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db);

/** Writes the unknown value as a later release would. Triggers are off meanwhile, as some set the column to a known value. */
const makeUnknown = async (table: string, column: string, id: string) => {
  await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  await sql`update ${sql.table(table)} set ${sql.id(column)} = ${unknown} where id = ${id}`.execute(db);
  await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
};

const csv = async (name: string) =>
  readCsv(Buffer.from(await (await request(`/export/${name}.csv`, {}, admin)).arrayBuffer()));

const buildRole = async (): Promise<BuiltMember> => {
  const seller = await buildSeller(server);
  await makeUnknown('profiles', 'role', seller.id);
  await server.platform.transaction(async (tx) => tx.signal(`user:${seller.id}`, { type: 'profile_changed' }));
  return seller;
};

/** For each column, asks everything that shows it while it has an unknown value. */
const shown: Record<string, () => Promise<void>> = {
  'notifications.type': async () => {
    const person = await buildSeller(server);
    const post = await buildPost(server, { user_id: person.id });
    await call('toggle_like', { post_id_to_toggle: post.id }, await buildMember(server));
    const values = { user_id: person.id, type: 'still_open' as const, content: 'Teks dari rilis berikut.' };
    await db.insertInto('notifications').values(values).execute();
    const rows = await db.selectFrom('notifications').select('id').where('user_id', '=', person.id).execute();
    for (const { id } of rows) await makeUnknown('notifications', 'type', id);
    const list = await call('get_notifications', {}, person);
    expect(list).toMatchObject([
      { type: unknown, content: 'Teks dari rilis berikut.' },
      { type: unknown, content: unknownNotification },
    ]);
    expect(await call('mark_notifications_read', { notification_id: list[0]?.id }, person)).toEqual({ unread: 1 });
    expect(await call('delete_my_notifications', {}, person)).toEqual({ deleted: 2 });
  },

  'profiles.role': async () => {
    const person = await buildRole();
    expect((await call('get_session', {}, person))?.profile.role).toBe(unknown);
    const people = await call('get_all_users_with_profiles', { search_term: person.email }, admin);
    expect(people).toMatchObject([{ role: unknown }]);
    expect(await call('get_warung_by_admin', { warung_id: person.id }, admin)).toMatchObject({ owner_role: unknown });
    const stalls = await call('get_all_warungs_with_owner_info', { search_term: person.email }, admin);
    expect(stalls).toMatchObject([{ owner_role: unknown }]);
    expect((await csv('pengguna')).find(({ Email }) => Email === person.email)).toMatchObject({ Peran: 'Lainnya' });
    const about = { full_name: 'Uni Rina', phone: '', address: '', nagari: 'Sialang', kecamatan: 'Kapur IX' };
    expect(await call('update_profile', about, person)).toMatchObject({ profile: { role: unknown } });
    const edit = { user_id_to_update: person.id, new_full_name: 'Uni Rina', new_email: person.email };
    await expect(call('update_user_by_admin', edit, admin)).rejects.toMatchObject({ code: 'forbidden' });
    const decided = await call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended: true }, admin);
    expect(decided).toMatchObject({ is_suspended: true });
  },

  'app_settings.key': async () => {
    await sql`insert into app_settings (key, value) values (${unknown}, 'x')`.execute(db);
    expect((await call('get_app_settings', {})).map(({ key }) => key)).toContain(unknown);
    expect((await call('get_admin_stats', {}, admin)).default_settings).not.toContain(unknown);
    expect((await request('/')).status).toBe(200);
  },

  'seller_applications.status': async () => {
    const applicant = await buildMember(server);
    await makeUnknown('seller_applications', 'status', (await buildApplication(server, { user_id: applicant.id })).id);
    expect(await call('get_my_application', {}, applicant)).toMatchObject({ status: unknown });
    expect((await call('get_pending_applications', {}, admin)).map(({ user_id }) => user_id)).not.toContain(
      applicant.id,
    );
  },

  'seller_applications.rejection_field': async () => {
    const applicant = await buildMember(server);
    const rejected = await buildApplication(server, { user_id: applicant.id, status: 'rejected' });
    await makeUnknown('seller_applications', 'rejection_field', rejected.id);
    expect(await call('get_my_application', {}, applicant)).toMatchObject({ rejection_field: unknown });
  },

  'decisions.subject_type': () => showDecision('subject_type'),
  'decisions.action': () => showDecision('action'),

  'appeals.status': async () => {
    const appeal = await buildAppeal(server);
    await makeUnknown('appeals', 'status', appeal.id);
    const person = await db
      .selectFrom('profiles')
      .select(['id', 'email'])
      .where('id', '=', appeal.user_id)
      .executeTakeFirstOrThrow();
    const refused = await request('/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.email, password: await buildPassword(server, person) }),
    });
    expect(await refused.json()).toMatchObject({ code: 'account_suspended', current: { appeal: unknown } });
    await call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended: false }, admin);
    const credential = await buildSession(server, person.id);
    const known = { decision_id: appeal.decision_id };
    expect(await call('get_my_appeal', known, credential)).toMatchObject({ appeal: { status: unknown } });
  },

  'reports.subject_type': async () => {
    const report = await buildReport(server);
    await makeUnknown('reports', 'subject_type', report.id);
    const shownReport = (await call('get_pending_reports', {}, admin)).find(({ id }) => id === report.id);
    expect(shownReport).toMatchObject({ subject_type: unknown, is_gone: false });
    const decide = { p_report_id: report.id, p_action: 'resolve_and_delete' as const };
    await expect(call('handle_report', decide, admin)).rejects.toMatchObject({ code: 'report_not_found' });
    expect((await csv('laporan')).map(({ Jenis }) => Jenis)).toContain('Lainnya');
  },

  'reports.status': async () => {
    const input = await callInputs.get_message_report(server, admin);
    await makeUnknown('reports', 'status', input.report_id);
    expect(await call('get_message_report', input, admin)).toMatchObject({ status: unknown });
    expect((await csv('laporan')).map(({ Status }) => Status)).toContain('Lainnya');
  },

  // Rows of other tables name the bucket, and nobody is shown it.
  'files.bucket': async () => {},
};

/** Tries a decision with an unknown subject or action: it is shown as the latest one, undone, settled and appealed against. */
async function showDecision(column: 'subject_type' | 'action'): Promise<void> {
  const appeal = await buildAppeal(server);
  const { decision_id: id, user_id: subject_id } = appeal;
  await db.updateTable('decisions').set({ decided_by: admin.id }).where('id', '=', id).execute();
  await makeUnknown('decisions', column, id);
  const waiting = (await call('get_pending_appeals', {}, admin)).find((one) => one.id === appeal.id);
  expect(waiting).toMatchObject({ decision: { [column]: unknown } });
  const answer = { appeal_id: appeal.id, accepted: true };
  await expect(call('decide_appeal', answer, admin)).rejects.toMatchObject({ code: 'appeal_not_found' });
  await expect(call('undo_decision', { decision_id: id }, admin)).rejects.toMatchObject({ code: 'undo_expired' });
  await expect(settle(server, { id }), 'it waits for a process that knows it').rejects.toThrow('of a later release');
  const about = { subject_type: 'user' as const, subject_id, action: 'lift' as const };
  const preview = await call('preview_decision', about, admin);
  expect(preview.latest?.action).toBe(column === 'action' ? unknown : undefined);
  const lift = { user_id_to_toggle: subject_id, suspended: false, version: 0 };
  const { status } = await rawCall('toggle_user_suspension', lift, admin);
  expect(status).toBe(column === 'action' ? 409 : 200);
}

test('every column with a list of values is looked at', () => {
  expect(listed.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(Object.keys(shown).toSorted());
});

test.each(Object.keys(shown))('%s with a value of a later release is shown', async (column) => {
  await expect(shown[column]?.()).resolves.toBeUndefined();
});

test('an action of the log that only a later release knows is listed', async () => {
  const values = { actor_id: admin.id, action: unknown, target_type: unknown, target_id: 'x' };
  await db.insertInto('audit_log').values(values).execute();
  expect(await call('get_audit_log', { limit: 1 }, admin)).toMatchObject([{ action: unknown, target_type: unknown }]);
});

describe('a role of a later release grants nothing', async () => {
  const refused = (Object.keys(calls) as CallName[]).filter((name) => ['seller', 'admin'].includes(calls[name].access));
  const person = await buildRole();

  test.each(refused)('%s is refused', async (name) => {
    const input = await callInputs[name](server, admin);
    expect(await rawCall(name, input, person)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test('it opens no conversation with a buyer, and makes no application', async () => {
    const buyer = await buildMember(server);
    const opened = await rawCall('open_conversation', { recipient_id: buyer.id }, person);
    expect(opened.body).toMatchObject({ code: 'conversation_forbidden' });
    const applied = await rawCall('submit_application', await callInputs.submit_application(server, person), person);
    expect(applied.body).toMatchObject({ code: 'already_seller' });
    expect((await call('get_session', {}, person))?.warung).toBeNull();
  });
});

describe('jobs of a later release', () => {
  test('a push about a notification of an unknown type is neutral, and stays while it is unread', async () => {
    const person = await buildMember(server);
    const browser = pushService.browser(server.platform.push.publicKey);
    await call('subscribe_push', browser.subscription, person);
    const device = await db
      .selectFrom('push_subscriptions')
      .selectAll()
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow();
    const values = { user_id: person.id, type: 'still_open' as const, content: 'Teks dari rilis berikut.' };
    const { id } = await db.insertInto('notifications').values(values).returning('id').executeTakeFirstOrThrow();
    await makeUnknown('notifications', 'type', id);
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const job = (about: unknown) => ({ device: device.id, about, attempt: 0, expires_at }) as PushJob;
    const send = (about: unknown) => deliver(server.platform, pushContents, job(about), 12);
    await send({ kind: 'decisions', notification: id });
    const received = () => pushService.received.filter(({ to }) => to === browser.name);
    expect(received().map(({ payload }) => payload)).toEqual([
      {
        tag: 'notifications',
        title: 'Notifikasi baru',
        body: 'Teks dari rilis berikut.',
        url: '/notifications',
        unread: 1,
      },
    ]);
    await send('close');
    // The first push is of a kind that nobody can switch here, the second is about a subject that this release does not know.
    await send({ kind: unknown, notification: id });
    await send({ kind: 'decisions', [unknown]: id });
    await send(unknown);
    expect(received()).toHaveLength(1);
  });

  test('a mail waits for a process that knows it', async () => {
    const mail = { mail: unknown, to: admin.email } as unknown as Mail;
    await expect(writeMail(server.platform, mail)).rejects.toThrow('is of a later release');
  });
});

test('a decision of a later release is no deletion here', async () => {
  const decision = await buildDecision(server, admin);
  await makeUnknown('decisions', 'action', decision.id);
  await expect(settle(server, decision)).rejects.toThrow('of a later release');
  const row = await db
    .selectFrom('decisions')
    .select('settled_at')
    .where('id', '=', decision.id)
    .executeTakeFirstOrThrow();
  expect(row.settled_at).toBeNull();
});
