import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auth, openInbox, register, tokenOf } from '../../testing/auth.ts';
import {
  buildAdmin,
  buildAppealToken,
  buildDecision,
  buildMember,
  buildPassword,
  buildPendingSignUp,
  buildWrongPasswords,
} from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

/*
 * A link, code or request that was made while the database's clock was a year ahead would open an account for that year, and is refused
 * when the clock is right again (D110). Each test makes one, moves its end a year ahead, and then back to half a minute ahead.
 */

const server = await startTestServer();
const { call, rawCall, db } = server;
const inbox = await openInbox(server);
const admin = await buildAdmin(server);

const tables = ['verifications', 'recovery_codes', 'recovery_requests', 'sign_in_codes'] as const;
/** Moves the ends of all that a person has open. */
async function moveEnds(by: string): Promise<void> {
  for (const table of tables)
    await sql`update ${sql.table(table)} set expires_at = expires_at + ${by}::interval`.execute(db);
}
/** Expects a use to be refused while the end is a year ahead, and to be accepted once the end is about right. */
async function expectRefusedWhileAhead(use: () => Promise<unknown>, refused: unknown, taken: unknown): Promise<void> {
  await moveEnds('365 days');
  expect(await use()).toEqual(refused);
  await moveEnds('-365 days 30 seconds');
  expect(await use()).toEqual(taken);
}

test('a link to a new password', async () => {
  const { form } = await register(server);
  await auth(server, '/auth/request-password-reset', { email: form.email });
  const token = tokenOf(await inbox.next(form.email), 'resetPassword');
  const newPassword = 'kata sandi baru';
  const use = async () => (await auth(server, '/auth/reset-password', { token, newPassword })).status;
  await expectRefusedWhileAhead(use, 400, 200);
});

test('the link of a sign-up', async () => {
  const { email, password, token } = await buildPendingSignUp(server);
  const named = async () => (await call('get_link_account', { link: 'verifyEmail', token })).email;
  await expectRefusedWhileAhead(named, null, email);
  await moveEnds('-30 seconds');
  const use = async () => (await auth(server, '/auth/verify-email', { token, password })).status;
  await expectRefusedWhileAhead(use, 400, 200);
});

test('a recovery code for a new password', async () => {
  const member = await buildMember(server);
  await buildPassword(server, member);
  const { code } = await call('create_recovery_code', { user_id: member.id }, admin);
  const new_password = 'kata sandi baru';
  const use = async () => (await rawCall('reset_password_with_code', { code, new_password })).status;
  await expectRefusedWhileAhead(use, 400, 200);
});

test('a recovery code for a sign-in while strangers guess', async () => {
  const { id, form } = await register(server);
  await buildWrongPasswords(server, form.email, 201);
  const { code } = await call('create_recovery_code', { user_id: id }, admin);
  const { email, password } = form;
  const use = async () => (await auth(server, '/auth/sign-in/email', { email, password, code })).status;
  await expectRefusedWhileAhead(use, 400, 200);
});

test('the mailed code of such a sign-in', async () => {
  const { form } = await register(server);
  const { email, password } = form;
  await buildWrongPasswords(server, email, 201);
  const { body } = await auth(server, '/auth/sign-in/email', { email, password });
  const { confirmation } = (body ?? {})['current'] as { confirmation: string };
  const [code = ''] = /^\d{6}$/m.exec((await inbox.next(email)).text) ?? [];
  const use = async () => (await auth(server, '/auth/sign-in/email', { email, password, code, confirmation })).status;
  await expectRefusedWhileAhead(use, 400, 200);
});

test('what an admin has asked for a former admin', async () => {
  const [former, second] = [await buildAdmin(server), await buildAdmin(server)];
  const { id, full_name: new_full_name, email: new_email } = former;
  await call('update_user_by_admin', { user_id_to_update: id, new_full_name, new_email, new_role: 'pembeli' }, admin);
  await call('request_recovery_code', { user_id: id }, admin);
  const use = async () => {
    const [listed] = await call('get_all_users_with_profiles', { search_term: former.email }, second);
    return [listed?.recovery_request?.by, (await rawCall('create_recovery_code', { user_id: id }, second)).status];
  };
  await expectRefusedWhileAhead(use, [undefined, 409], [admin.id, 200]);
});

test('the token with which a suspended person sends their text', async () => {
  const person = await buildMember(server, { is_suspended: true, suspension_reason: 'Penipuan.' });
  const about = {
    subject_type: 'user' as const,
    subject_id: person.id,
    user_id: person.id,
    action: 'suspend' as const,
  };
  await buildDecision(server, admin, about);
  const token = await buildAppealToken(server, person);
  const use = async () => (await rawCall('submit_appeal', { token, appeal_text: 'Itu salah paham.' })).status;
  await expectRefusedWhileAhead(use, 400, 200);
});
