import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTables, migrateInside } from '../../platform/upgrade/migrate.ts';
import { openUntilEnd } from '../../testing/backups.ts';
import { buildAdmin, buildMember, buildPassword } from '../../testing/builders.ts';
import { settle } from '../../testing/decisions.ts';
import { createTestDatabase, startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, db } = server;
const admin = await buildAdmin(server);

/** Builds a member whom an admin has edited, and made an admin and a member again, and finds the rows of the log about that. */
async function buildEdited() {
  const member = await buildMember(server, { full_name: `Reni ${crypto.randomUUID().slice(0, 8)}` });
  const edit = { user_id_to_update: member.id, new_full_name: member.full_name, new_email: member.email };
  await call('update_user_by_admin', { ...edit, new_phone: '0812-0000-0077' }, admin);
  await call('update_user_by_admin', { ...edit, new_role: 'penjual', new_phone: '0812-0000-0077' }, admin);
  return member;
}
const detailsOf = async (id: string) =>
  (await call('get_audit_log', { target_id: id, action: 'update_user_by_admin' }, admin)).map(({ details }) => details);

test('an account that is deleted leaves in the log what was done, and nothing of the person (D130)', async () => {
  const leaving = await buildEdited();
  expect(await detailsOf(leaving.id)).toMatchObject([
    { before: { role: 'pembeli' }, after: { role: 'penjual' } },
    { before: { phone: leaving.phone }, after: { phone: '0812-0000-0077' } },
  ]);
  await call('delete_account', { password: await buildPassword(server, leaving) }, leaving);
  expect(await detailsOf(leaving.id)).toEqual([{ before: { role: 'pembeli' }, after: { role: 'penjual' } }, {}]);
});

test('while a deletion can be undone nothing is lost, and when it stands all of it (D76)', async () => {
  const [undone, removed] = [await buildEdited(), await buildEdited()];
  const before = await detailsOf(undone.id);
  for (const { id } of [undone, removed]) {
    const { decision } = await call('delete_user_by_admin', { user_id_to_delete: id, reason: 'Penipuan.' }, admin);
    expect(await detailsOf(id)).toHaveLength(2);
    if (id === undone.id) await call('undo_decision', { decision_id: decision.id }, admin);
    await settle(server, decision);
  }
  expect(await detailsOf(undone.id)).toEqual(before);
  expect(JSON.stringify(await detailsOf(removed.id))).not.toMatch(/0812|0810/);
  const [deletion] = await call('get_audit_log', { target_id: removed.id, action: 'delete_user_by_admin' }, admin);
  expect(deletion).toMatchObject({ actor_name: admin.full_name, reason: 'Penipuan.', details: { role: 'penjual' } });
});

test('an admin whose account is deleted is not named by what they did', async () => {
  const former = await buildAdmin(server);
  const { id } = await buildMember(server);
  await call('toggle_user_suspension', { user_id_to_toggle: id, suspended: true, reason: 'Menipu.' }, former);
  await db.updateTable('profiles').set({ role: 'pembeli' }).where('id', '=', former.id).execute();
  await db.deleteFrom('profiles').where('id', '=', former.id).execute();
  expect(await call('get_audit_log', { target_id: id }, admin)).toMatchObject([
    { actor_id: null, actor_name: '', target_user_id: id, reason: 'Menipu.', details: { suspended: true } },
  ]);
  const decisions = db.selectFrom('decisions').select(['decided_by_name', 'reason']).where('subject_id', '=', id);
  expect(await decisions.execute()).toEqual([{ decided_by_name: '', reason: 'Menipu.' }]);
});

test('the database refuses to forget somebody who has an account, and anything else than them', async () => {
  const member = await buildEdited();
  const entry = db.updateTable('audit_log').where('target_id', '=', member.id);
  const refused = { code: '42501' };
  for (const change of [{ target_user_id: null }, { actor_id: null }, { actor_name: '' }])
    await expect(entry.set(change).execute()).rejects.toMatchObject(refused);
  await expect(
    sql`update audit_log set details = '{}' where target_id = ${member.id}`.execute(db),
  ).rejects.toMatchObject(refused);
});

test('an update cleans what earlier releases have kept of accounts that are gone', async () => {
  const old = openUntilEnd(await createTestDatabase('template1'));
  const folder = path.join(import.meta.dirname, '../../migrations');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql') && name < '0345').toSorted();
  await old.transaction().execute(async (tx) => {
    await makeTables(
      tx,
      files.map((name) => name.slice(0, -'.sql'.length)),
    );
    await sql`
      with people as (
        insert into profiles (full_name, email, role)
        values ('Yulia', 'yulia@lapau.test', 'admin'), ('Rosna', 'rosna@lapau.test', 'admin') returning id, full_name
      ), entries as (
        insert into audit_log (actor_id, actor_name, action, target_type, target_id, target_user_id, details)
        select case when who then id end, 'Yulia', 'update_user_by_admin', 'user', what, case when whom then id end,
          '{"before": {"phone": "0812", "role": "admin"}, "after": {"phone": "0813", "role": "pembeli"}, "reason": "Salah."}'
        from people, (values ('both', true, true), ('nobody', false, false)) as given (what, who, whom) where full_name = 'Yulia'
      ), settings as (
        insert into audit_log (actor_id, actor_name, action, target_type, target_id, details)
        select id, 'Yulia', 'update_app_setting', 'setting', key, jsonb_build_object('after', jsonb_build_object(key, '0812'))
        from people, unnest('{contact_info,site_title}'::text[]) key where full_name = 'Yulia'
      ), told as (
        insert into notifications (user_id, type, content)
        select id, 'role_changed', unnest(array['Yulia menjadikan Rosna admin.', 'Yulia menjadikan Gone admin.'])
        from people where full_name = 'Yulia'
      )
      insert into reports (reason, subject_type, subject_id, snapshot_owner_name, snapshot_food_name)
      values ('Kasar', 'post', uuidv7(), 'Gone', 'Rendang')`.execute(tx);
    await migrateInside(tx);
  });
  const log = old.selectFrom('audit_log').select(['target_id', 'actor_name', 'details']).orderBy('target_id');
  expect(await log.execute()).toEqual([
    {
      target_id: 'both',
      actor_name: 'Yulia',
      details: {
        before: { phone: '0812', role: 'admin' },
        after: { phone: '0813', role: 'pembeli' },
        reason: 'Salah.',
      },
    },
    { target_id: 'contact_info', actor_name: 'Yulia', details: {} },
    {
      target_id: 'nobody',
      actor_name: '',
      details: { before: { role: 'admin' }, after: { role: 'pembeli' }, reason: 'Salah.' },
    },
    { target_id: 'site_title', actor_name: 'Yulia', details: { after: { site_title: '0812' } } },
  ]);
  expect(await old.selectFrom('reports').select(['snapshot_owner_name', 'snapshot_food_name']).execute()).toEqual([
    { snapshot_owner_name: 'Pengguna Tidak Dikenal', snapshot_food_name: 'Rendang' },
  ]);
  const texts = async () =>
    (await old.selectFrom('notifications').select('content').orderBy('content').execute()).map(
      ({ content }) => content,
    );
  const nameless = 'Seorang admin menjadikan seorang anggota admin.';
  expect(await texts()).toEqual([nameless, 'Yulia menjadikan Rosna admin.']);
  await old.deleteFrom('profiles').where('full_name', '=', 'Rosna').execute();
  expect(await texts()).toEqual([nameless, nameless]);
});
