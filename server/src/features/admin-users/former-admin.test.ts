import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openInbox } from '../../testing/auth.ts';
import { buildAdmin, buildMember, buildRecoveryCode, buildSession } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { settle } from '../../testing/decisions.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const [demoting, second] = [await buildAdmin(server), await buildAdmin(server)];

type Edit = { new_email?: string; new_role?: 'pembeli' | 'penjual' | 'admin'; new_full_name?: string };
const edit = (person: BuiltMember, changed: Edit, as = demoting) => {
  const { id: user_id_to_update, full_name: new_full_name, email: new_email, role: new_role } = person;
  return rawCall('update_user_by_admin', { user_id_to_update, new_full_name, new_email, new_role, ...changed }, as);
};
const create = (person: { id: string }, as = demoting) => rawCall('create_recovery_code', { user_id: person.id }, as);
const request = (person: { id: string }, as = demoting) => rawCall('request_recovery_code', { user_id: person.id }, as);
const refused = (code: string) => ({ status: 409, body: { code } });

/** Somebody who was an admin until now. */
async function buildFormer(): Promise<BuiltMember> {
  const admin = await buildAdmin(server);
  expect((await edit(admin, { new_role: 'pembeli' })).status).toBe(200);
  return { ...admin, role: 'pembeli' };
}
const endedDaysAgo = (person: { id: string }, days: number) =>
  db
    .updateTable('profiles')
    .set({ admin_until: new Date(Date.now() - days * 86_400_000) })
    .where('id', '=', person.id)
    .execute();
const listed = async ({ email }: { email: string }) => {
  const [person] = await call('get_all_users_with_profiles', { search_term: email }, second);
  return person;
};

describe('a recovery code for somebody who was an admin (D80)', () => {
  test('is asked for by one admin and made by another, who both are told about and in the log', async () => {
    const former = await buildFormer();
    expect(await create(former)).toMatchObject(refused('second_admin_needed'));
    expect((await request(former)).status).toBe(200);
    expect(await listed(former)).toMatchObject({
      admin_until: expect.any(String),
      recovery_admins: expect.arrayContaining([{ id: second.id, full_name: second.full_name }]),
      recovery_request: { by: demoting.id, by_name: demoting.full_name },
    });
    expect(await create(former), 'not by the same admin').toMatchObject(refused('second_admin_needed'));
    const told = await call('get_notifications', {}, second);
    expect(told.find(({ type }) => type === 'recovery_request')?.content).toBe(
      `${demoting.full_name} meminta kode pemulihan untuk ${former.full_name}, yang baru berhenti menjadi admin.`,
    );
    const { code } = await call('create_recovery_code', { user_id: former.id }, second);
    expect((await create(former, second)).status, 'a repeat after a lost answer').toBe(200);
    expect((await rawCall('reset_password_with_code', { code, new_password: 'kata sandi baru' })).status).toBe(400);
    const { body } = await create(former, second);
    const again = (body as { code: string }).code;
    expect((await rawCall('reset_password_with_code', { code: again, new_password: 'kata sandi baru' })).status).toBe(
      200,
    );
    expect(await create(former, second), 'the request is used up').toMatchObject(refused('second_admin_needed'));
    const log = await call('get_audit_log', { person_id: former.id }, second);
    expect(log.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['reset_password_with_code', former.id],
      ['create_recovery_code', second.id],
      ['create_recovery_code', second.id],
      ['create_recovery_code', second.id],
      ['request_recovery_code', demoting.id],
      ['update_user_by_admin', demoting.id],
    ]);
  });

  test('is asked for once, also by repeated requests', async () => {
    const former = await buildFormer();
    await Promise.all([request(former), request(former), request(former)]);
    const log = await call('get_audit_log', { person_id: former.id, action: 'request_recovery_code' }, second);
    expect(log).toHaveLength(1);
  });

  const promote = async (person: BuiltMember): Promise<BuiltMember> => {
    expect((await edit(person, { new_role: 'admin' })).status).toBe(200);
    return { ...person, role: 'admin' };
  };
  const suspend = (person: BuiltMember, suspended: boolean) =>
    call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended }, demoting);

  const accomplices: [how: string, prepare: () => Promise<BuiltMember>][] = [
    ['promoted just before the other one was demoted', async () => promote(await buildMember(server))],
    [
      'who was an admin for long, but demoted and promoted again',
      async () => {
        const puppet = await buildAdmin(server);
        expect((await edit(puppet, { new_role: 'pembeli' })).status).toBe(200);
        return promote({ ...puppet, role: 'pembeli' });
      },
    ],
    [
      'who was an admin for long, but suspended until then',
      async () => {
        const puppet = await buildAdmin(server);
        await suspend(puppet, true);
        await suspend(puppet, false);
        return puppet;
      },
    ],
  ];

  test.each(accomplices)('is neither asked for nor made by an accomplice %s', async (_how, prepare) => {
    const prepared = await prepare();
    const puppet = { ...prepared, ...(await buildSession(server, prepared.id)) };
    const former = await buildFormer();
    expect(await request(former, puppet)).toMatchObject(refused('former_admin_recovery'));
    await request(former);
    expect(await create(former, puppet)).toMatchObject(refused('former_admin_recovery'));
    expect((await listed(former))?.recovery_admins?.map(({ id }) => id)).not.toContain(puppet.id);
    // A week later the puppet has been an admin for a week, but was none for a week when the former admin ceased to be one.
    await sql`update profiles set admin_since = admin_since - interval '7 days' where id = ${puppet.id}`.execute(db);
    await sql`update profiles set admin_until = admin_until - interval '7 days' where id = ${former.id}`.execute(db);
    expect(await create(former, puppet)).toMatchObject(refused('former_admin_recovery'));
    expect((await create(former, second)).status, 'by somebody who was an admin then').toBe(200);
  });

  /** Dates everything back, as if so many days had passed. */
  const pass = (days: number) =>
    sql`
      update profiles set admin_since = admin_since - ${days} * interval '1 day', admin_until = admin_until - ${days} * interval '1 day',
        recovery_counted_from = recovery_counted_from - ${days} * interval '1 day'`.execute(db);
  /** Makes a new member an admin from now on. */
  const buildNewAdmin = async () => {
    const made = await promote(await buildMember(server));
    return { ...made, ...(await buildSession(server, made.id)) };
  };
  const promoteAndDemote = async (person: BuiltMember, daysBetween = 0) => {
    const promoted = await promote(person);
    await pass(daysBetween);
    expect((await edit(promoted, { new_role: 'pembeli' })).status).toBe(200);
  };

  test('is not made by an accomplice of a week because the other one was an admin again in between', async () => {
    const puppet = await buildNewAdmin();
    const former = await buildFormer();
    for (const days of [8, 20, 29]) {
      await pass(days);
      await promoteAndDemote(former);
      expect(await request(former, puppet)).toMatchObject(refused('former_admin_recovery'));
    }
    await pass(29);
    expect(await create(former, puppet), 'protected since the last end').toMatchObject(
      refused('former_admin_recovery'),
    );
    expect((await request(former)).status).toBe(200);
    expect((await create(former, second)).status, 'by those of the first end').toBe(200);
    await pass(2);
    expect((await create(former, puppet)).status, 'thirty days after the last end').toBe(200);
  });

  test.each([
    ['for a week', 0, 8],
    ['after thirty days', 31, 0],
  ])('is made by who had been an admin for a week when the person was one again %s', async (_how, after, between) => {
    const former = await buildFormer();
    const newer = await buildNewAdmin();
    await pass(8 + after);
    await promoteAndDemote(former, between);
    expect((await request(former)).status).toBe(200);
    expect((await create(former, newer)).status).toBe(200);
  });

  test('is made by admins of seven days, by the clock of the database also when that was set back since', async () => {
    const former = await buildFormer();
    await request(former);
    const friend = await buildAdmin(server);
    const set = (since: string, until: string) =>
      sql`
      update profiles set admin_since = case when id = ${friend.id} then now() + ${since}::interval else admin_since end,
        admin_until = case when id = ${former.id} then now() + ${until}::interval else admin_until end`.execute(db);
    await set('-8 days -1 minute', '-1 day');
    expect((await listed(former))?.recovery_admins?.map(({ id }) => id)).toContain(friend.id);
    expect((await create(former, friend)).status).toBe(200);
    await set('-8 days +1 minute', '-1 day');
    expect(await create(former, friend)).toMatchObject(refused('former_admin_recovery'));
    await set('-1 minute', '30 days');
    expect(await create(former, friend)).toMatchObject(refused('former_admin_recovery'));
  });

  test('needs a first admin who still is one, without a break', async () => {
    const former = await buildFormer();
    const first = await buildAdmin(server);
    expect((await request(former, first)).status).toBe(200);
    expect((await edit(first, { new_role: 'pembeli' })).status).toBe(200);
    expect(await create(former, second)).toMatchObject(refused('second_admin_needed'));
    await promote({ ...first, role: 'pembeli' });
    expect(await create(former, second)).toMatchObject(refused('second_admin_needed'));
  });

  test('that was asked for is not made once the person has been an admin again', async () => {
    const former = await buildFormer();
    await request(former);
    await promote(former);
    expect(await create(former, second)).toMatchObject(refused('admin_recovery'));
    await edit({ ...former, role: 'admin' }, { new_role: 'pembeli' });
    expect(await create(former, second)).toMatchObject(refused('second_admin_needed'));
  });

  test('is as protected after a suspension, and a deletion that was taken back', async () => {
    const former = await buildFormer();
    await suspend(former, true);
    await suspend(former, false);
    const { decision } = await call('delete_user_by_admin', { user_id_to_delete: former.id }, demoting);
    await call('undo_decision', { decision_id: decision.id }, demoting);
    expect(await create(former)).toMatchObject(refused('second_admin_needed'));
    expect(await edit(former, { new_email: `${randomUUID()}@lapau.test` })).toMatchObject(refused('admin_email'));
  });

  test('is told to the person at every step, by mail and on the pages that are open', async () => {
    const inbox = await openInbox(server);
    const former = await buildFormer();
    expect((await inbox.next(former.email)).subject).toBe('Anda bukan admin lagi');
    const again = await buildSession(server, former.id);
    const page = await openPage(server.url, { cookie: again.cookie });
    const toldOf = async (content: RegExp) => {
      const told = await call('get_notifications', {}, again);
      expect(told.find(({ type }) => type === 'recovery_code')?.content).toMatch(content);
    };
    await request(former);
    expect((await inbox.next(former.email)).subject).toBe('Kode pemulihan diminta untuk akun Anda');
    await toldOf(/ meminta kode pemulihan untuk akun Anda/);
    const { code } = await call('create_recovery_code', { user_id: former.id }, second);
    expect((await inbox.next(former.email)).subject).toBe('Kode pemulihan untuk akun Anda');
    await toldOf(/^Admin membuat kode pemulihan/);
    expect((await rawCall('reset_password_with_code', { code, new_password: 'kata sandi baru' })).status).toBe(200);
    expect((await page.closed).reason).toBe('password_changed');
    expect((await inbox.next(former.email)).subject).toBe('Kata sandi Anda telah diubah');
  });

  test('is not one that was made before they became an admin', async () => {
    const member = await buildMember(server);
    const code = await buildRecoveryCode(server, member);
    await edit(member, { new_role: 'admin' });
    await edit({ ...member, role: 'admin' }, { new_role: 'pembeli' });
    expect(await rawCall('reset_password_with_code', { code, new_password: 'kata sandi baru' })).toMatchObject({
      body: { code: 'invalid_recovery_code' },
    });
  });

  test('is made by one admin 30 days later, and for everybody else', async () => {
    const former = await buildFormer();
    await endedDaysAgo(former, 31);
    expect(await listed(former)).toMatchObject({ admin_until: null, recovery_admins: null });
    expect((await create(former)).status).toBe(200);
    const member = await buildMember(server);
    expect(await request(member)).toMatchObject(refused('second_admin_unneeded'));
    expect(await request(second)).toMatchObject(refused('admin_recovery'));
  });
});

describe('the e-mail of somebody who was an admin (D9, D80)', () => {
  test('is not changed by another admin for 30 days', async () => {
    const former = await buildFormer();
    const elsewhere = { new_email: `${randomUUID()}@lapau.test` };
    expect(await edit(former, elsewhere)).toMatchObject(refused('admin_email'));
    expect((await edit(former, { new_full_name: 'Nama Baru' })).status).toBe(200);
    await endedDaysAgo(former, 31);
    expect((await edit(former, elsewhere)).status).toBe(200);
  });

  test('makes no admin of another account for 30 days after theirs was deleted', async () => {
    const former = await buildFormer();
    const { decision } = await call('delete_user_by_admin', { user_id_to_delete: former.id }, demoting);
    await settle(server, decision);
    const again = await buildMember(server, { email: former.email, full_name: former.full_name });
    const promoted = await edit(again, { new_role: 'admin' });
    expect(promoted).toMatchObject(refused('former_admin_email'));
    // No admin can take this e-mail either.
    const friend = await buildAdmin(server);
    const other = { ...again, email: `x-${former.email}` };
    expect((await edit(again, { new_email: other.email })).status).toBe(200);
    expect(await edit(friend, { new_email: former.email.toUpperCase() }, friend)).toMatchObject(
      refused('former_admin_email'),
    );
    expect((await edit(other, { new_role: 'admin' })).status, 'the person with another one').toBe(200);
    await db
      .updateTable('deleted_admins')
      .set({ deleted_at: new Date(Date.now() - 31 * 86_400_000) })
      .execute();
    expect((await edit(friend, { new_email: former.email }, friend)).status).toBe(200);
  });
});

test.each([
  ['pembeli', 'admin', 'Pembeli menjadi Admin'],
  ['admin', 'penjual', 'Admin menjadi Penjual'],
  ['penjual', 'pembeli', 'Penjual menjadi Pembeli'],
] as const)('a person is told that an admin has changed their role from %s to %s', async (role, new_role, words) => {
  const person = await buildMember(server, { role });
  expect(await edit(person, { new_role })).toMatchObject({ status: 200 });
  // No admin has this new name, so that nobody refuses it.
  const renamed = { new_full_name: `Nama Baru ${person.full_name}` };
  expect(await edit({ ...person, role: new_role }, renamed)).toMatchObject({ status: 200 });
  const told = await call('get_notifications', {}, await buildSession(server, person.id));
  expect(told.map(({ type, content }) => [type, content])).toEqual([
    ['role_changed', `Peran Anda diubah admin: ${words}.`],
  ]);
});

test('the other admins are told who made whom an admin, so that no accomplice becomes one unseen (D80)', async () => {
  const person = await buildMember(server);
  const unread = async (as: BuiltMember) =>
    (await call('get_notifications', {}, as)).map(({ type, content }) => [type, content]);
  expect(await edit(person, { new_role: 'admin' })).toMatchObject({ status: 200 });
  const told = ['role_changed', `${demoting.full_name} menjadikan ${person.full_name} admin.`];
  expect(await unread(second)).toContainEqual(told);
  expect(await unread(demoting)).not.toContainEqual(told);
});
