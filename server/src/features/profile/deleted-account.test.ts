import { expect, test } from 'vitest';
import { auth } from '../../testing/auth.ts';
import { buildAdmin, buildMember, buildPassword, buildSession } from '../../testing/builders.ts';
import { settle } from '../../testing/decisions.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, rawCall } = server;
const admin = await buildAdmin(server);

const deleted = { status: 403, body: { code: 'account_deleted', message: 'Akun ini sudah dihapus.' } };
const wrong = { status: 401, body: { code: 'invalid_credentials', message: 'Email atau password salah.' } };
async function buildWithPassword() {
  const member = await buildMember(server);
  return { ...member, password: await buildPassword(server, member) };
}

test('an account that an admin deletes reads so on its open pages, before and after it is gone, and is unknown at sign-in', async () => {
  const { id, email, password, ...member } = await buildWithPassword();
  const page = await openPage(server.url, { cookie: member.cookie });
  const { decision } = await call('delete_user_by_admin', { user_id_to_delete: id }, admin);
  expect(await page.closed).toEqual({ code: 4403, reason: 'account_deleted' });
  for (const isGone of [false, true]) {
    if (isGone) await settle(server, decision);
    for (const name of ['get_session', 'get_notifications'] as const) {
      expect(await rawCall(name, {}, member), `${name} ${isGone}`).toMatchObject(deleted);
    }
    expect(await auth(server, '/auth/sign-in/email', { email, password })).toMatchObject(wrong);
  }
});

test('an undone deletion lets the page go on and the person sign in', async () => {
  const { id, email, password, ...member } = await buildWithPassword();
  const { decision } = await call('delete_user_by_admin', { user_id_to_delete: id }, admin);
  await call('undo_decision', { decision_id: decision.id }, admin);
  expect(await call('get_session', {}, member)).toMatchObject({ user: { id } });
  expect((await auth(server, '/auth/sign-in/email', { email, password })).status).toBe(200);
});

test('an account that its person deletes reads so on their other phone only', async () => {
  const { id, password, ...member } = await buildWithPassword();
  const other = await buildSession(server, id);
  const ended = await buildSession(server, id, { revoked_at: new Date() });
  const [page, elsewhere] = [
    await openPage(server.url, { cookie: member.cookie }),
    await openPage(server.url, { cookie: other.cookie }),
  ];
  await call('delete_account', { password }, member);
  expect(await page.closed).toEqual({ code: 4410, reason: 'signed_out' });
  expect(await elsewhere.closed).toEqual({ code: 4403, reason: 'account_deleted' });
  expect(await rawCall('get_session', {}, other)).toMatchObject(deleted);
  for (const credential of [member, ended]) expect(await call('get_session', {}, credential)).toBeNull();
});
