import { auditedActions } from '@lapau/contract/audit';
import { calls } from '@lapau/contract/calls';
import type { CallName } from '@lapau/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildMember, buildSeller } from '../../testing/builders.ts';
import { callInputs } from '../../testing/call-inputs.ts';
import { startTestServer } from '../../testing/server.ts';
import { recordAction } from './rules.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const rows = async () =>
  (await db.selectFrom('audit_log').selectAll().orderBy('id').execute()).map((row) => ({ ...row }));

test('no call changes or removes a row, and each writes only actions that the log has a sentence for (D43)', async () => {
  const admin = await buildSeller(server, { profile: { role: 'admin' } });
  for (const value_to_update of ['satu', 'dua']) {
    await call('update_app_setting', { key_to_update: 'site_title', value_to_update }, admin);
  }
  const before = await rows();
  expect(before).toHaveLength(2);
  for (const name of Object.keys(calls) as CallName[]) {
    const actor = await buildSeller(server, { profile: { role: 'admin' } });
    await rawCall(name, await callInputs[name](server, actor), actor);
  }
  const after = await rows();
  expect(after.length).toBeGreaterThan(20);
  expect(after.slice(0, 2)).toEqual(before);
  const known: readonly string[] = auditedActions;
  expect(after.map(({ action }) => action).filter((action) => !known.includes(action))).toEqual([]);
});

test('the database refuses to change a row, to empty the table, and to delete what is not a year old', async () => {
  const member = await buildMember(server);
  const { id } = await db
    .insertInto('audit_log')
    .values({ action: 'delete_post', target_type: 'post', target_id: 'x', actor_id: member.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const refused = { code: '42501' };
  const update = db.updateTable('audit_log').where('id', '=', id);
  await expect(update.set({ actor_name: 'Orang lain' }).execute()).rejects.toMatchObject(refused);
  await expect(update.set({ action: 'update_post' }).execute()).rejects.toMatchObject(refused);
  const other = await buildMember(server);
  await expect(update.set({ actor_id: other.id }).execute()).rejects.toMatchObject(refused);
  await expect(db.deleteFrom('audit_log').where('id', '=', id).execute()).rejects.toMatchObject(refused);
  await expect(sql`truncate audit_log`.execute(db)).rejects.toMatchObject(refused);
  // an account that is deleted is not named any longer
  await db.deleteFrom('profiles').where('id', '=', member.id).execute();
  const log = db.selectFrom('audit_log').select(['action', 'actor_id']).where('id', '=', id);
  expect(await log.execute()).toEqual([{ action: 'delete_post', actor_id: null }]);
});

test('a setting is written with what it was before and after', async () => {
  const admin = await buildSeller(server, { profile: { role: 'admin' } });
  for (const value_to_update of ['Kopi', 'Kopi daun'])
    await call('update_app_setting', { key_to_update: 'footer_credit_text', value_to_update }, admin);
  expect(await call('get_audit_log', { target_id: 'footer_credit_text', limit: 1 }, admin)).toMatchObject([
    { details: { before: { footer_credit_text: 'Kopi' }, after: { footer_credit_text: 'Kopi daun' } } },
  ]);
});

test('what was done to somebody whose account is deleted meanwhile is in the log, without them', async () => {
  const deleted = crypto.randomUUID();
  await server.platform.transaction((tx) =>
    recordAction(
      tx,
      { id: deleted },
      { action: 'undo_decision', target: { type: 'user', id: deleted, userId: deleted } },
    ),
  );
  expect((await rows()).find((row) => row.target_id === deleted)).toMatchObject({
    actor_id: null,
    target_user_id: null,
    action: 'undo_decision',
  });
});
