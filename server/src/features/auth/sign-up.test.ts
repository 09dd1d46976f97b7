import { authRoutes } from '@lapau/contract/auth';
import type { SignUp } from '@lapau/contract/auth';
import { describe, expect, test } from 'vitest';
import { auth, newId, register, signUpForm } from '../../testing/auth.ts';
import { buildAdmin, buildMember, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const path = '/auth/sign-up/email';

const server = await startTestServer();

test('registers with all seven fields and signs in at once', async () => {
  const form = signUpForm({ email: ' Etek.Ros@Lapau.test ', nagari: ' nagari  Koto   Bangun ' });
  const answer = await auth(server, path, form);
  expect(answer.status).toBe(200);
  expect(authRoutes[path].output.parse(answer.body)).toEqual({ signed_in: true });
  const profile = await server.db
    .selectFrom('profiles')
    .where('email', '=', 'etek.ros@lapau.test')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(profile).toMatchObject({
    full_name: form.name,
    address: form.address,
    nagari: 'Koto Bangun',
    kecamatan: form.kecamatan,
    phone: form.phone,
    role: 'pembeli',
    is_suspended: false,
    email_verified: false,
    avatar_url: null,
  });
  expect(profile.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  const session = await server.request('/rpc/get_session', {
    method: 'POST',
    headers: { cookie: answer.cookie ?? '', 'content-type': 'application/json' },
    body: '{}',
  });
  expect(await session.json()).toMatchObject({ user: { id: profile.id } });
});

test('stores neither the password nor the IP address, and of the browser only its name', async () => {
  const { id, form } = await register(server);
  const account = await server.db
    .selectFrom('accounts')
    .where('user_id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(account.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(account.password).not.toContain(form.password);
  const session = await server.db
    .selectFrom('sessions')
    .where('user_id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect([session.ip_address, session.device_name]).toEqual(['', 'Perangkat tidak dikenal']);
});

test.each([
  'Kapur IX',
  'kapur 9',
  ' KAPUR  SEMBILAN ',
  'Kec. Kapur IX',
  'kecamatan kapur ix',
  'Kec.KapurIX',
  'Kapur-IX',
])('lives in %s (D1)', async (kecamatan) => {
  expect((await auth(server, path, signUpForm({ kecamatan }))).status).toBe(200);
});

test('is refused outside the area, and nothing is written (D1)', async () => {
  const form = signUpForm({ kecamatan: 'Pangkalan Koto Baru' });
  const { status, body } = await auth(server, path, form);
  const message = 'Aplikasi belum tersedia dilokasi anda';
  const details = { kecamatan: message, allowed_kecamatan: 'Kapur IX, Kapur 9, Kapur Sembilan' };
  expect([status, body]).toEqual([422, { code: 'outside_area', message, details }]);
  expect(await server.db.selectFrom('profiles').where('email', '=', form.email).select('id').execute()).toEqual([]);
});

test('lives where the setting says, or in the default area while it is empty (D1)', async () => {
  const admin = await buildAdmin(server);
  const statusOf = async (kecamatan: string) => (await auth(server, path, signUpForm({ kecamatan }))).status;
  const set = (value_to_update: string) =>
    server.call('update_app_setting', { key_to_update: 'allowed_kecamatan', value_to_update }, admin);
  await set('Harau, Kec. Guguak');
  expect(await statusOf(' kecamatan  harau')).toBe(200);
  expect(await statusOf('Guguak')).toBe(200);
  expect(await statusOf('Kapur IX')).toBe(422);
  await set('');
  expect(await statusOf('Kapur IX')).toBe(200);
  expect(await statusOf('Harau')).toBe(422);
});

test.each(['email', 'password', 'name', 'address', 'nagari', 'kecamatan', 'phone'] as const)(
  'needs %s',
  async (field) => {
    const rest: Partial<SignUp> = { ...signUpForm(), [field]: undefined };
    for (const form of [rest, { ...rest, [field]: '' }]) {
      const { status, body } = await auth(server, path, form);
      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'invalid_input', details: { [field]: expect.any(String) } });
    }
  },
);

test.each([
  ['role', { role: 'admin' }],
  ['is_suspended', { is_suspended: true }],
  ['emailVerified', { emailVerified: true }],
  ['callbackURL', { callbackURL: 'https://evil.example' }],
  ['image', { image: 'x' }],
])('refuses %s as input (D8)', async (field, extra) => {
  const { status, body } = await auth(server, path, { ...signUpForm(), ...extra });
  expect([status, body?.['details']]).toEqual([422, { [field]: 'Isian ini tidak dikenal.' }]);
});

test.each([
  { password: '12345' },
  { password: 'x'.repeat(129) },
  { email: 'bukan email' },
  { email: `${'x'.repeat(250)}@lapau.test` },
  { name: 'x'.repeat(81) },
  { name: '\ud800' },
  { phone: '0'.repeat(26) },
  { phone: '12345' },
  { phone: 'belum punya' },
])('refuses %j (D25)', async (given) => {
  expect(await auth(server, path, signUpForm(given))).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
});

test('is refused for a taken e-mail, whatever its case (D3)', async () => {
  const { form } = await register(server);
  const { status, body, cookie } = await auth(server, path, signUpForm({ email: form.email.toUpperCase() }));
  expect([status, body]).toEqual([409, { code: 'email_taken', message: 'Email sudah terdaftar.' }]);
  expect(cookie).toBeUndefined();
});

test('creates one account when ten requests have one e-mail', async () => {
  const { email } = signUpForm();
  const answers = await Promise.all(Array.from({ length: 10 }, () => auth(server, path, signUpForm({ email }))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  const profiles = await server.db.selectFrom('profiles').where('email', '=', email).select('id').execute();
  expect(profiles).toHaveLength(1);
});

describe('a sign-up repeated because its response was lost (D59)', () => {
  const withId = (given: Partial<SignUp> = {}) => signUpForm({ id: newId(), ...given });
  const profiles = (email: string) => server.db.selectFrom('profiles').where('email', '=', email).selectAll().execute();

  test('creates one account, with an id of the server’s, and signs in at every repetition', async () => {
    const form = withId();
    const answers = [await auth(server, path, form), await auth(server, path, { ...form, email: ` ${form.email} ` })];
    const [account] = await profiles(form.email);
    expect(account).toMatchObject({ sign_up_key: form.id, full_name: form.name });
    expect(account?.id).not.toBe(form.id);
    for (const { status, body, cookie, device } of answers) {
      expect([status, body]).toEqual([200, { signed_in: true }]);
      expect(device).toBeDefined();
      const session = await auth(server, '/auth/get-session', undefined, { cookie: cookie ?? '' });
      expect(session.body).toMatchObject({ user_id: account?.id });
    }
    expect(await profiles(form.email)).toHaveLength(1);
  });

  test('with the id of an account that there is, or was, gets another account', async () => {
    const [member, deleted] = [await buildMember(server), await buildMember(server)];
    await server.db.deleteFrom('profiles').where('id', '=', deleted.id).execute();
    for (const { id } of [member, deleted]) {
      const form = withId({ id });
      expect((await auth(server, path, form)).status).toBe(200);
      expect(await profiles(form.email)).toMatchObject([{ id: expect.not.stringContaining(id) }]);
    }
  });

  test.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '1'])(
    'is refused with the id %s',
    async (id) => {
      expect(await auth(server, path, withId({ id }))).toMatchObject({
        status: 422,
        body: { details: { id: 'Bukan id yang sah.' } },
      });
    },
  );

  test('ten times at once creates one account, and all ten sign in', async () => {
    const form = withId();
    const answers = await Promise.all(Array.from({ length: 10 }, () => auth(server, path, form)));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { signed_in: true }]);
    expect(await profiles(form.email)).toHaveLength(1);
  });

  test.each([
    ['another password', { password: 'bukan itu' }],
    ['another id', { id: newId() }],
    ['no id', { id: undefined }],
  ])('is refused with %s', async (_what, change) => {
    const form = withId();
    await auth(server, path, form);
    const { status, body, cookie } = await auth(server, path, { ...form, ...change });
    expect([status, body?.['code'], cookie]).toEqual([409, 'email_taken', undefined]);
  });

  test('does not sign in somebody who has been suspended meanwhile', async () => {
    const form = withId();
    await auth(server, path, form);
    await server.db.updateTable('profiles').set({ is_suspended: true }).where('email', '=', form.email).execute();
    expect(await auth(server, path, form)).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
  });

  test('is refused for an id used with another e-mail, also ten times at once', async () => {
    const { id } = withId();
    const forms = Array.from({ length: 10 }, () => withId({ id }));
    const answers = await Promise.all(forms.map((form) => auth(server, path, form)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body?.['code'] === 'id_conflict')).toHaveLength(9);
  });

  test('has the limits of signing in, so that it cannot be used to guess passwords', async () => {
    const own = await startTestServer({ limits: { wrongPasswordsByAccountAndAddress: 2 } });
    const form = withId();
    await auth(own, path, form);
    const guess = () => auth(own, path, { ...form, password: 'tebakan' });
    const guesses = [await guess(), await guess(), await guess()];
    expect(guesses.map(({ status }) => status)).toEqual([409, 409, 429]);
  });
});

test('is refused to somebody signed in', async () => {
  const { cookie } = await register(server);
  expect(await auth(server, path, signUpForm(), { cookie })).toMatchObject({
    status: 403,
    body: { code: 'already_signed_in' },
  });
});

test.each([
  'lapau',
  'Lapau\u2060',
  'Wali  Novi',
  'Wali Novi\u3164',
  'Wali\u0000 Novi',
  'WALI-N0VI',
  'Saputraa N0vi',
  'Adm1n',
  'Lapau Resmi',
])('nobody signs up as %s, a name or an office of the site or of an admin (D63)', async (name) => {
  await buildAdmin(server, { full_name: 'Wali Novi' });
  await buildAdmin(server, { full_name: 'Saputra Novi' });
  const form = signUpForm({ name });
  expect(await auth(server, path, form)).toMatchObject({
    status: 422,
    body: { code: 'name_reserved', details: { name: 'Nama ini hanya untuk pengelola. Pilih nama lain.' } },
  });
  expect(await server.db.selectFrom('profiles').where('email', '=', form.email).select('id').execute()).toEqual([]);
});

test.each(['L\u0430pau', 'ᏞᎪᏢᎪᏌ', 'ᴡᴀʟɪ ɴᴏᴠɪ', 'Sapꞟtra', 'Lapauˌ'])(
  '%s is refused as not written plainly (D63)',
  async (name) => {
    expect(await auth(server, path, signUpForm({ name }))).toMatchObject({
      status: 422,
      body: { code: 'name_mixed', details: { name: expect.stringContaining('huruf Latin biasa') } },
    });
  },
);

test('suggests only nagari of visible stalls, in their commonest spelling (D11, D13)', async () => {
  const own = await startTestServer();
  for (const nagari of ['lubuak alai', 'Lubuak Alai', 'Lubuak Alai', 'Galugua']) {
    await buildSeller(own, { profile: { nagari } });
  }
  await buildSeller(own, { profile: { nagari: 'Sialang' }, warung: { is_suspended: true } });
  await buildSeller(own, { profile: { nagari: 'Koto Lamo', is_suspended: true } });
  await register(own, { nagari: 'Koto Bangun' });
  expect(await own.call('get_sign_up_options', {})).toMatchObject({
    email_verification: false,
    nagari: ['Galugua', 'Lubuak Alai'],
  });
});
