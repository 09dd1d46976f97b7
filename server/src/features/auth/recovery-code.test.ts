import { isRecoveryCode, readRecoveryCode } from '@lapau/contract/recovery-code';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { auth, openInbox } from '../../testing/auth.ts';
import { buildAdmin, buildMember, buildPassword, buildRecoveryCode } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const inbox = await openInbox(server);
const admin = await buildAdmin(server);

const signIn = async (email: string, password: string) =>
  (await auth(server, '/auth/sign-in/email', { email, password })).status;
const enter = (code: string, new_password = 'kata sandi baru') =>
  rawCall('reset_password_with_code', { code, new_password });
const invalid = {
  status: 400,
  body: {
    code: 'invalid_recovery_code',
    message: 'Kode pemulihan salah atau sudah tidak berlaku. Minta kode baru kepada admin.',
  },
};
async function buildForgetful() {
  const member = await buildMember(server);
  return { ...member, oldPassword: await buildPassword(server, member) };
}

describe('a recovery code (D80)', () => {
  test('sets a new password once, ends all sessions, is told to the person and is in the log', async () => {
    const member = await buildForgetful();
    const page = await openPage(server.url, { cookie: member.cookie });
    const { code, expires_at } = await call('create_recovery_code', { user_id: member.id }, admin);
    expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    expect(isRecoveryCode(readRecoveryCode(code))).toBe(true);
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 15 * 60_000)).toBeLessThan(60_000);
    expect(await call('get_notifications', {}, member)).toMatchObject([
      { type: 'recovery_code', content: expect.stringMatching(/^Admin membuat kode pemulihan/), sender_id: null },
    ]);
    expect((await inbox.next(member.email)).subject).toBe('Kode pemulihan untuk akun Anda');
    expect(await signIn(member.email, member.oldPassword), 'nothing has changed yet').toBe(200);

    // The code is written as somebody may type it who has heard it.
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect(await enter(typed)).toEqual({ status: 200, body: { reset: true } });
    expect((await page.closed).reason).toBe('password_changed');
    expect(await rawCall('get_feed', {}, member)).toMatchObject({ status: 401 });
    expect(await signIn(member.email, member.oldPassword)).toBe(401);
    expect(await signIn(member.email, 'kata sandi baru')).toBe(200);
    expect((await inbox.next(member.email)).subject).toBe('Kata sandi Anda telah diubah');
    expect(await enter(code)).toEqual(invalid);

    const log = await call('get_audit_log', { person_id: member.id }, admin);
    expect(log.map(({ action, actor_id, target_user_id }) => [action, actor_id, target_user_id])).toEqual([
      ['reset_password_with_code', member.id, member.id],
      ['create_recovery_code', admin.id, member.id],
    ]);
    // neither the code nor the password is anywhere, the queue included
    const { rows } = await sql<{ stored: string }>`
      select schema_to_xml('public', true, false, '')::text
        || query_to_xml('select * from jobs.job', true, false, '')::text as stored`.execute(db);
    const { stored } = rows[0]!;
    expect(stored).toContain(member.email);
    for (const secret of [code, readRecoveryCode(code), 'kata sandi baru']) expect(stored).not.toContain(secret);
  });

  test('is used by one of ten requests at once', async () => {
    const member = await buildForgetful();
    const code = await buildRecoveryCode(server, member);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => enter(code, `kata sandi ${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await signIn(member.email, `kata sandi ${winner}`)).toBe(200);
  });

  test('a newer one, a changed password and a changed e-mail make it invalid', async () => {
    const member = await buildForgetful();
    const make = async () => (await call('create_recovery_code', { user_id: member.id }, admin)).code;
    const [first, second] = [await make(), await make()];
    expect(await enter(first)).toEqual(invalid);
    const input = { old_password: member.oldPassword, new_password: 'diganti sendiri' };
    await call('change_password', input, member);
    expect(await enter(second)).toEqual(invalid);
    const third = await make();
    const edit = { user_id_to_update: member.id, new_full_name: member.full_name, new_email: `x-${member.email}` };
    await call('update_user_by_admin', edit, admin);
    expect(await enter(third)).toEqual(invalid);
  });

  test('expires, and is as invalid as one that never was', async () => {
    const member = await buildForgetful();
    const { code } = await call('create_recovery_code', { user_id: member.id }, admin);
    await db
      .updateTable('recovery_codes')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('user_id', '=', member.id)
      .execute();
    expect(await enter(code)).toEqual(invalid);
    expect(await enter('0000-0000-0000')).toEqual(invalid);
    expect(await signIn(member.email, member.oldPassword)).toBe(200);
  });

  test('stays valid while what is typed is refused', async () => {
    const code = await buildRecoveryCode(server, await buildForgetful());
    expect(await enter(code, '12345')).toMatchObject({
      status: 422,
      body: { details: { new_password: expect.stringContaining('minimal 6') } },
    });
    expect(await enter(code.slice(1))).toMatchObject({
      status: 422,
      body: { details: { code: 'Kode pemulihan terdiri dari 12 huruf dan angka.' } },
    });
    expect((await enter(code)).status).toBe(200);
  });

  test('of a suspended person sets the password and leaves the suspension (D7)', async () => {
    const member = await buildForgetful();
    await call('toggle_user_suspension', { user_id_to_toggle: member.id, suspended: true }, admin);
    const { code } = await call('create_recovery_code', { user_id: member.id }, admin);
    expect((await enter(code)).status).toBe(200);
    expect(
      await auth(server, '/auth/sign-in/email', { email: member.email, password: 'kata sandi baru' }),
    ).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
  });

  test('lets somebody in whose e-mail was never verified, as the admin vouches for them (D4)', async () => {
    const verifying = await startTestServer({ emailVerification: true });
    const member = await buildMember(verifying, { email_verified: false });
    const password = await buildPassword(verifying, member);
    const signInWith = (given: string) =>
      auth(verifying, '/auth/sign-in/email', { email: member.email, password: given });
    expect(await signInWith(password)).toMatchObject({ status: 403, body: { code: 'email_not_verified' } });
    const code = await buildRecoveryCode(verifying, member);
    await verifying.call('reset_password_with_code', { code, new_password: 'kata sandi baru' });
    expect((await signInWith('kata sandi baru')).status).toBe(200);
  });

  test('is not made for an admin, the own account included, nor used by somebody who has become one', async () => {
    for (const { id } of [admin, await buildAdmin(server)]) {
      expect(await rawCall('create_recovery_code', { user_id: id }, admin)).toMatchObject({
        status: 409,
        body: { code: 'admin_recovery' },
      });
    }
    expect(await rawCall('create_recovery_code', { user_id: crypto.randomUUID() }, admin)).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
    const member = await buildForgetful();
    const code = await buildRecoveryCode(server, member);
    await db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', member.id).execute();
    expect(await enter(code)).toEqual(invalid);
  });

  test('attempts at a code are limited, from whatever address, and so are those from an address (D51)', async () => {
    const proxied = await startTestServer({
      trustProxy: true,
      limits: { triesByRecoveryCode: 3, wrongRecoveryCodesByAddress: 5 },
    });
    const attempt = async (code: string, address: string) => {
      const response = await proxied.request('/rpc/reset_password_with_code', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ code, new_password: 'kata sandi baru' }),
      });
      return [response.status, response.headers.has('retry-after')];
    };
    const wrong = '2222-2222-2222';
    const answers = [];
    for (let index = 0; index < 4; index += 1) answers.push(await attempt(wrong, `203.0.113.${index}`));
    expect(answers).toEqual([...Array.from({ length: 3 }, () => [400, false]), [429, true]]);
    for (let index = 0; index < 5; index += 1) await attempt(`3333-3333-333${index}`, '198.51.100.7');
    expect(await attempt('4444-4444-4444', '198.51.100.7')).toEqual([429, true]);
    expect(await attempt('4444-4444-4444', '198.51.100.8')).toEqual([429, true]);
    expect(await attempt('4444-4444-4444', '198.51.101.8')).toEqual([400, false]);
  });
});
