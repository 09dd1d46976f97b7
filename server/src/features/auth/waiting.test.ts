import { expect, onTestFinished, test, vi } from 'vitest';
import { auth, openInbox, signUpForm, tokenOf } from '../../testing/auth.ts';
import { buildMember, buildPassword } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer({ emailVerification: true });
const inbox = await openInbox(server);

/** Signs up. @returns the text by which the page asks about the sign-up afterwards */
async function signUp(form: ReturnType<typeof signUpForm>): Promise<string> {
  const { status, body } = await auth(server, '/auth/sign-up/email', form);
  expect(status).toBe(200);
  return body?.['waiting'] as string;
}
const stateOf = async (...waiting: string[]) => (await server.call('get_sign_up_state', { waiting })).state;
/** Opens the mailed link in another browser. */
async function verify({ email, password }: { email: string; password: string }): Promise<void> {
  const token = tokenOf(await inbox.next(email), 'verifyEmail');
  expect((await auth(server, '/auth/verify-email', { token, password })).status).toBe(200);
}

test('a page learns that its sign-up was verified in another browser', async () => {
  const form = signUpForm();
  const waiting = await signUp(form);
  expect(await stateOf(waiting)).toBe('waiting');
  await verify(form);
  expect(await stateOf(waiting)).toBe('verified');
});

test('a page that has signed up twice learns it of either', async () => {
  const form = signUpForm();
  const first = await signUp(form);
  await inbox.next(form.email);
  const again = { ...form, password: 'yang kedua' };
  const second = await signUp(again);
  await verify(again);
  expect(await stateOf(first, second)).toBe('verified');
});

test('whoever signs up with the e-mail of somebody else does not learn when that has an account, or has one already (D3)', async () => {
  const owner = signUpForm();
  await signUp(owner);
  const stranger = await signUp({ ...owner, password: 'punya orang lain' });
  await verify(owner);
  expect(await stateOf(stranger)).toBe('waiting');
  const { email } = await buildMember(server);
  expect(await stateOf(await signUp(signUpForm({ email })))).toBe('waiting');
});

test('a sign-up that is not stored, as its mailbox gets no more mails, looks like any other (D3)', async () => {
  const { email } = signUpForm();
  for (let sent = 0; sent < 6; sent += 1) expect(await stateOf(await signUp(signUpForm({ email })))).toBe('waiting');
});

test('whoever signs in before the link is opened can ask too, also of an account that was never verified', async () => {
  const member = await buildMember(server, { email_verified: false });
  const password = await buildPassword(server, member);
  const { status, body } = await auth(server, '/auth/sign-in/email', { email: member.email, password });
  expect([status, body?.['code']]).toEqual([403, 'email_not_verified']);
  const { waiting } = (body as { current: { waiting: string } }).current;
  expect(await stateOf(waiting)).toBe('waiting');
  await verify({ email: member.email, password });
  expect(await stateOf(waiting)).toBe('verified');
});

test('an e-mail that takes no mail is told of', async () => {
  const form = signUpForm();
  const waiting = await signUp(form);
  const refused = { mail_refused_at: new Date() };
  await server.db.updateTable('pending_sign_ups').set(refused).where('email', '=', form.email).execute();
  expect(await stateOf(waiting)).toBe('mail_refused');
});

test('a text that the server has not made, or of a link that is not valid any more, tells nothing', async () => {
  const form = signUpForm();
  const waiting = await signUp(form);
  await verify(form);
  const [first = '', ...rest] = waiting;
  const changed = (first === 'A' ? 'B' : 'A') + rest.join('');
  for (const forged of ['x', changed, waiting.slice(0, -2), 'A'.repeat(100)])
    expect(await stateOf(forged)).toBe('over');
  const until = Date.now() + 24 * 3_600_000;
  vi.useFakeTimers({ toFake: ['Date'], now: until - 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await stateOf(waiting)).toBe('verified');
  vi.setSystemTime(until + 1_000);
  expect(await stateOf(waiting)).toBe('over');
});
