import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildRecoveryCode, buildSession } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { settle } from '../../testing/decisions.ts';
import { startTestServer } from '../../testing/server.ts';

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

  test('needs admins who were admins before: not one whom the first has promoted since', async () => {
    const former = await buildFormer();
    const friend = await buildMember(server);
    expect((await edit(friend, { new_role: 'admin' })).status).toBe(200);
    expect(await request(former, friend)).toMatchObject(refused('former_admin_recovery'));
    await request(former);
    expect(await create(former, friend)).toMatchObject(refused('former_admin_recovery'));
  });

  test('needs a first admin who still is one', async () => {
    const former = await buildFormer();
    const first = await buildAdmin(server);
    await db
      .updateTable('profiles')
      .set({ admin_since: new Date(0) })
      .where('id', '=', first.id)
      .execute();
    expect((await request(former, first)).status).toBe(200);
    expect((await edit(first, { new_role: 'pembeli' })).status).toBe(200);
    expect(await create(former, second)).toMatchObject(refused('second_admin_needed'));
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
    expect(await listed(former)).toMatchObject({ admin_until: null });
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
    // nor does an admin take it
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
  await edit(person, { new_role });
  await edit({ ...person, role: new_role }, { new_full_name: 'Nama Baru' });
  const told = await call('get_notifications', {}, await buildSession(server, person.id));
  expect(told.map(({ type, content }) => [type, content])).toEqual([
    ['role_changed', `Peran Anda diubah admin: ${words}.`],
  ]);
});
