import { expect, onTestFinished, test } from 'vitest';
import { startWorkers } from '../../platform/workers/worker.ts';
import { auth, signUpForm } from '../../testing/auth.ts';
import { buildAdmin, buildMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';
import { startSmtpServer } from '../../testing/smtp.ts';
import { openPage } from '../../testing/sockets.ts';
import { authWorkers } from './jobs.ts';

/** Starts a server whose mail server refuses the addresses of a set with this answer. */
async function startRefusing(answer: string) {
  const refused = new Set<string>();
  const answers = (line: string) =>
    line.startsWith('RCPT') && [...refused].some((email) => line.includes(email)) ? answer : undefined;
  const smtp = await startSmtpServer({ answers });
  onTestFinished(smtp.close);
  const server = await startTestServer({ smtpUrl: smtp.url, emailVerification: true });
  await startWorkers(server.platform, authWorkers);
  return { server, smtp, refused };
}

const mailStates = async ({ platform }: TestServer, email: string): Promise<string[]> => {
  const { rows } = await platform.database.pool.query(
    `select state::text from jobs.job where name = 'send_mail' and data->>'to' = $1`,
    [email],
  );
  return rows.map(({ state }: { state: string }) => state);
};
const counted = async ({ platform }: TestServer, result: string) =>
  new RegExp(`^lapau_mails_total\\{result="${result}"\\} (\\d+)$`, 'm').exec(await platform.metrics.render())?.[1];

test('a mail whose recipient is refused for good is given up at once, and whoever waits for it is told after the password', async () => {
  const { server, smtp, refused } = await startRefusing('550 5.1.1 no such user');
  const [wrong, right] = [signUpForm(), signUpForm()];
  refused.add(wrong.email);
  for (const form of [wrong, right]) await auth(server, '/auth/sign-up/email', form);
  await expect.poll(() => mailStates(server, wrong.email)).toEqual(['completed']);
  await expect.poll(() => smtp.received.map(({ to }) => to)).toEqual([expect.stringContaining(right.email)]);
  await expect.poll(() => counted(server, 'refused')).toBe('1');
  expect(await counted(server, 'failed')).toBe('0');
  expect(await counted(server, 'sent')).toBe('1');

  const signIn = ({ email, password }: { email: string; password: string }) =>
    auth(server, '/auth/sign-in/email', { email, password });
  expect(await signIn(wrong)).toMatchObject({ status: 403, body: { code: 'email_takes_no_mail' } });
  expect(await signIn(right)).toMatchObject({ status: 403, body: { code: 'email_not_verified' } });
  // Somebody without the password learns nothing of it.
  const stranger = await signIn({ ...wrong, password: 'bukan ini' });
  expect(stranger).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  const reset = (email: string) => auth(server, '/auth/request-password-reset', { email });
  expect((await reset(wrong.email)).body).toEqual((await reset(right.email)).body);
  for (const { email } of [wrong, right])
    expect((await auth(server, '/auth/sign-up/email', signUpForm({ email }))).body).toEqual({
      signed_in: false,
      waiting: expect.any(String),
    });

  // From here on the mailbox exists.
  refused.clear();
  await signIn(wrong);
  await expect.poll(async () => (await signIn(wrong)).body?.['code']).toBe('email_not_verified');
});

test('admins see at an account that its mails are refused, until they get there or it has another address', async () => {
  const { server, refused } = await startRefusing('550 no such user here');
  const admin = await buildAdmin(server);
  const { id, email } = await buildMember(server);
  const find = async () => {
    const [found] = await server.call('get_all_users_with_profiles', { search_term: email }, admin);
    return found?.mail_refused_at ?? null;
  };
  const reset = () => auth(server, '/auth/request-password-reset', { email });
  const desk = await openPage(server.url, { cookie: admin.cookie });
  await desk.join('admin');
  refused.add(email);
  expect(await find()).toBeNull();
  await reset();
  await expect.poll(find).not.toBeNull();
  expect(await desk.nextSignals(1)).toEqual([['admin', { type: 'users_changed' }]]);
  refused.clear();
  await reset();
  await expect.poll(find).toBeNull();

  refused.add(email);
  await reset();
  await expect.poll(find).not.toBeNull();
  const { rows } = await server.platform.database.pool.query(
    `update profiles set email = 'baru-' || email where id = $1 returning mail_refused_at`,
    [id],
  );
  expect(rows).toEqual([{ mail_refused_at: null }]);
});

test.each([['450 4.2.0 try again later'], ['554 5.7.1 Relay access denied']])(
  'a mail that is answered "%s" is tried again, and nothing is noted of its address',
  async (answer) => {
    const { server, refused } = await startRefusing(answer);
    const form = signUpForm();
    refused.add(form.email);
    await auth(server, '/auth/sign-up/email', form);
    await expect.poll(() => mailStates(server, form.email)).toEqual(['retry']);
    expect(await counted(server, 'failed')).toBe('1');
    expect(await counted(server, 'refused')).toBe('0');
    expect(await auth(server, '/auth/sign-in/email', { email: form.email, password: form.password })).toMatchObject({
      body: { code: 'email_not_verified' },
    });
  },
);
