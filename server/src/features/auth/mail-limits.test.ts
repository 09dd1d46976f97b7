import { afterAll, describe, expect, test } from 'vitest';
import { startWorkers } from '../../platform/worker.ts';
import { auth, signUpForm } from '../../testing/auth.ts';
import { buildAdmin, buildMember, buildPassword, buildWrongPasswords } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';
import { startSmtpServer } from '../../testing/smtp.ts';
import { startTestValkey } from '../../testing/valkey.ts';
import { authWorkers } from './jobs.ts';

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

test('an admin who changes an e-mail and makes codes again and again causes two mails to a mailbox; the others wait', async () => {
  const smtp = await startSmtpServer();
  const server = await startTestServer({ smtpUrl: smtp.url, limits: { mailsByMailbox: 5 } });
  const [admin, member] = [await buildAdmin(server), await buildMember(server)];
  const { id: user_id_to_update, full_name, phone, role, address, nagari, kecamatan } = member;
  const profile = {
    user_id_to_update,
    new_full_name: full_name,
    new_phone: phone,
    new_role: role,
    new_address: address,
  };
  const edit = (new_email: string) =>
    server.call('update_user_by_admin', { ...profile, new_nagari: nagari, new_kecamatan: kecamatan, new_email }, admin);
  for (let times = 0; times < 4; times += 1) {
    await server.call('create_recovery_code', { user_id: member.id }, admin);
    await edit('tempat-lain@lapau.test');
    await edit(member.email);
  }
  await startWorkers(server.platform, authWorkers);
  const states = async () => {
    const { rows } = await server.platform.database.pool.query(
      `select state, count(*)::int from jobs.job where name = 'send_mail' and data->>'to' = $1 group by state order by state`,
      [member.email],
    );
    return rows;
  };
  await expect.poll(states).toEqual([
    { state: 'retry', count: 6 },
    { state: 'completed', count: 2 },
  ]);
  expect(smtp.received.filter(({ to }) => to.includes(member.email))).toHaveLength(2);
});
