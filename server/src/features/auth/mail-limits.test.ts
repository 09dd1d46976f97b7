import { afterAll, describe, expect, test } from 'vitest';
import { startWorkers } from '../../platform/workers/worker.ts';
import { auth, signUpForm } from '../../testing/auth.ts';
import { buildAdmin, buildMember, buildPassword, buildWrongPasswords } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';
import { startSmtpServer } from '../../testing/smtp.ts';
import { startTestValkey } from '../../testing/valkey.ts';
import { authWorkers } from './jobs.ts';
import { sendMail } from './rules-mails.ts';

const valkey = await startTestValkey();
afterAll(valkey.stop);

const five = { emailVerification: true, trustProxy: true, limits: { mailsByMailbox: 5 } };
const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, cookie });
const addresses = {
  'one /48': (index: number) => `2001:db8:1:${index.toString(16)}::1`,
  'one /24': (index: number) => `10.1.1.${index}`,
  'many networks': (index: number) => `10.2.${index}.1`,
};

/** How many mails to an e-mail are queued: these servers send none. */
async function queuedTo({ platform }: TestServer, email: string): Promise<number> {
  const { rows } = await platform.database.pool.query(
    `select count(*)::int as queued from jobs.job where name = 'send_mail' and data->>'to' = $1`,
    [email],
  );
  return rows[0].queued;
}

const reset = (server: TestServer, email: string, headers: Record<string, string>) =>
  auth(server, '/auth/request-password-reset', { email }, headers);
const signUp = (server: TestServer, email: string, headers: Record<string, string>) =>
  auth(server, '/auth/sign-up/email', signUpForm({ email }), headers);
const signIn = (server: TestServer, email: string, password: string, headers: Record<string, string>) =>
  auth(server, '/auth/sign-in/email', { email, password }, headers);

/** An account, and the cookies of so many devices on which it has signed in. */
async function account(server: TestServer, devicesCount = 1) {
  const { email, id } = await buildMember(server);
  const password = await buildPassword(server, { id });
  const devices: string[] = [];
  for (let index = 0; index < devicesCount; index += 1)
    devices.push((await signIn(server, email, password, from(`10.8.0.${index}`))).device ?? '');
  return { id, email, password, devices };
}

describe.each([
  ['in memory', undefined],
  ['in Valkey', valkey.url],
])('five mails an hour to one mailbox, counted %s', async (_name, redisUrl) => {
  const first = await startTestServer({ ...five, redisUrl });
  // without Valkey each process counts by itself
  const processes = redisUrl
    ? [first, await startTestServer({ ...five, redisUrl, databaseUrl: first.databaseUrl })]
    : [first];
  const processOf = (index: number) => processes[index % processes.length] ?? first;

  test('three are for strangers from however many addresses, the fourth for the password, the last for a known device', async () => {
    const { email, password, devices } = await account(first);
    const answers = [];
    for (const addressOf of Object.values(addresses))
      for (let index = 0; index < 8; index += 1) {
        const ask = index % 4 < 2 ? reset : signUp;
        answers.push((await ask(processOf(index), email, from(addressOf(index)))).status);
      }
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await queuedTo(first, email)).toBe(3);

    await buildWrongPasswords(first, email, 201);
    const codes = [];
    for (let index = 0; index < 3; index += 1)
      codes.push((await signIn(processOf(index), email, password, from(`10.3.${index}.1`))).body?.['code']);
    expect(codes).toEqual(['confirmation_needed', 'rate_limited', 'rate_limited']);

    for (let index = 0; index < 3; index += 1)
      expect((await reset(processOf(index), email, from('10.4.0.1', devices[0]))).status).toBe(200);
    expect(await queuedTo(first, email)).toBe(5);
  });

  test('what its devices have asked for is not there for strangers', async () => {
    const { email, devices } = await account(first, 2);
    for (const [index, device] of [...devices, ...devices].entries())
      await reset(processOf(index), email, from('10.4.0.1', device));
    expect(await queuedTo(first, email)).toBe(4);
    for (let index = 0; index < 20; index += 1)
      await reset(processOf(index), email, from(addresses['many networks'](index)));
    expect(await queuedTo(first, email)).toBe(5);
  });

  test.each(['one /48', 'one /24'] as const)('%s gets two, and leaves one for another', async (network) => {
    const { email } = signUpForm();
    for (let index = 0; index < 20; index += 1) await reset(processOf(index), email, from(addresses[network](index)));
    expect(await queuedTo(first, email)).toBe(2);
    await reset(first, email, from('10.5.0.1'));
    expect(await queuedTo(first, email)).toBe(3);
  });

  test('the password of a sign-up whose link was never opened, and its device, are a stranger’s', async () => {
    const form = signUpForm();
    const { device } = await auth(first, '/auth/sign-up/email', form, from('10.6.0.1'));
    for (let index = 0; index < 6; index += 1)
      await signIn(processOf(index), form.email, form.password, from(addresses['many networks'](index), device));
    expect(await queuedTo(first, form.email)).toBe(3);
    const stored = first.db.selectFrom('pending_sign_ups').where('email', '=', form.email).select('id');
    expect(await stored.execute()).toHaveLength(1);
  });

  test('an account that was never verified gets its links within the five', async () => {
    const { id, email, password, devices } = await account(first);
    await first.db.updateTable('profiles').set({ email_verified: false }).where('id', '=', id).execute();
    for (let index = 0; index < 10; index += 1) {
      await reset(processOf(index), email, from(addresses['many networks'](index)));
      await signIn(processOf(index), email, password, from(`10.7.${index}.1`));
      await signIn(processOf(index), email, password, from('10.7.0.1', devices[0]));
    }
    expect(await queuedTo(first, email)).toBe(5);
  });

  test('spellings by which mails get into one mailbox share them', async () => {
    const box = signUpForm().email.replace('@lapau.test', '@gmail.com').replaceAll('-', '');
    const spellings = [box, box.toUpperCase(), box.replace('@', '+pasar@'), `${box[0]}.${box.slice(1)}`];
    for (const [index, email] of spellings.entries())
      await reset(first, email, from(addresses['many networks'](index)));
    const queued = await Promise.all(
      [...new Set(spellings.map((one) => one.toLowerCase()))].map((one) => queuedTo(first, one)),
    );
    expect(queued.reduce((sum, one) => sum + one, 0)).toBe(3);
  });
});

describe('what is counted when it is sent', async () => {
  const smtp = await startSmtpServer({ refuses: 3 });
  const server = await startTestServer({ smtpUrl: smtp.url, trustProxy: true, limits: { mailsByMailbox: 5 } });
  const { pool } = server.platform.database;
  const admin = await buildAdmin(server);
  await startWorkers(server.platform, authWorkers);

  const edit = async (
    member: BuiltMember,
    changed: { new_email?: string; new_role?: 'admin' | 'pembeli' },
    by = admin,
  ) =>
    server.call(
      'update_user_by_admin',
      {
        user_id_to_update: member.id,
        new_full_name: member.full_name,
        new_email: member.email,
        new_phone: member.phone,
        new_role: 'pembeli',
        ...changed,
      },
      by,
    );
  const states = async (email: string) => {
    const { rows } = await pool.query(
      `select data->>'mail' as mail, state::text as state, count(*)::int from jobs.job where name = 'send_mail' and data->>'to' = $1
       group by 1, 2 order by 1, 2`,
      [email],
    );
    return rows.map(({ mail, state, count }) => [mail, state, count]);
  };
  const receivedBy = (email: string) => smtp.received.filter(({ to }) => to.includes(email)).length;

  test('a mail that could not be sent three times has not used up the mails of its mailbox', async () => {
    const member = await buildMember(server);
    await server.call('create_recovery_code', { user_id: member.id }, admin);
    const hurried = async () => {
      await pool.query(`update jobs.job set start_after = now() where name = 'send_mail' and state = 'retry'`);
      server.platform.jobs.wake('send_mail');
      return receivedBy(member.email);
    };
    await expect.poll(hurried).toBe(1);
    await server.call('create_recovery_code', { user_id: member.id }, admin);
    await expect.poll(() => receivedBy(member.email)).toBe(2);
  });

  test('e-mails changed and codes made again and again are two mails each, and one is left for a device; the others wait', async () => {
    const member = await buildMember(server);
    for (let times = 0; times < 4; times += 1) {
      await server.call('create_recovery_code', { user_id: member.id }, admin);
      await edit(member, { new_email: 'tempat-lain@lapau.test' });
      await edit(member, {});
    }
    await expect
      .poll(() => states(member.email))
      .toEqual([
        ['email_changed', 'completed', 2],
        ['email_changed', 'retry', 2],
        ['recovery_code', 'completed', 2],
        ['recovery_code', 'retry', 2],
      ]);
    expect(receivedBy(member.email)).toBe(4);
    expect(await server.platform.limits.mailsByMailbox(member.email, 'a device', 'known')).toBe(true);
  });

  test('the fourth is for the code that is shared in a crowd, and another one waits', async () => {
    const { email } = await buildMember(server);
    for (let index = 0; index < 5; index += 1) await reset(server, email, from(addresses['many networks'](index)));
    for (let times = 0; times < 2; times += 1)
      await server.platform.jobs.enqueueNow(sendMail, { mail: 'confirm_in_crowd', to: email, askedAt: Date.now() });
    await expect
      .poll(() => states(email))
      .toEqual([
        ['confirm_in_crowd', 'completed', 1],
        ['confirm_in_crowd', 'retry', 1],
        ['reset_password', 'completed', 3],
      ]);
  });

  test('so are an admin who is demoted in a loop, and codes that two ask for in turn', async () => {
    const [member, other] = [await buildAdmin(server), await buildAdmin(server)];
    await edit(member, {});
    for (let times = 0; times < 2; times += 1) {
      await edit(member, { new_role: 'admin' });
      await edit(member, {});
    }
    for (const by of [admin, other, admin]) await server.call('request_recovery_code', { user_id: member.id }, by);
    await expect
      .poll(async () => (await states(member.email)).map(([, state, count]) => [state, count]))
      .toEqual([
        ['completed', 2],
        ['retry', 1],
        ['retry', 3],
      ]);
    await server.call('create_recovery_code', { user_id: member.id }, other);
    await expect.poll(() => states(member.email)).toContainEqual(['recovery_code', 'completed', 1]);
  });

  test('so are passwords that an admin sets by codes', async () => {
    const member = await buildMember(server);
    for (let times = 0; times < 3; times += 1) {
      const { code } = await server.call('create_recovery_code', { user_id: member.id }, admin);
      await server.call('reset_password_with_code', { code, new_password: `rahasia baru ${times}` });
    }
    // Kinds of mails are sent at the same time, so that it is open which of them come first.
    const counts = async () => {
      const found = await states(member.email);
      return ['completed', 'retry'].map((state) =>
        found.reduce((sum, [, at, count]) => (at === state ? sum + count : sum), 0),
      );
    };
    await expect.poll(counts).toEqual([2, 4]);
  });
});
