import { authRoutes } from '@lapau/contract/auth';
import type { SignUp } from '@lapau/contract/auth';
import { describe, expect, test } from 'vitest';
import { auth, openInbox, register, signUpForm } from '../../testing/auth.ts';
import { startTestServer } from '../../testing/server.ts';

const path = '/auth/sign-up/email';

describe('without e-mail verification', async () => {
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

  test('keeps neither the password nor the address and browser it came from', async () => {
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
    expect([session.ip_address, session.user_agent]).toEqual(['', '']);
  });

  test.each(['Kapur IX', 'kapur 9', ' KAPUR  SEMBILAN ', 'Kec. Kapur IX', 'kecamatan kapur ix'])(
    'lives in %s (D1)',
    async (kecamatan) => {
      expect((await auth(server, path, signUpForm({ kecamatan }))).status).toBe(200);
    },
  );

  test('is refused outside the area, and nothing is written (D1)', async () => {
    const form = signUpForm({ kecamatan: 'Pangkalan Koto Baru' });
    const { status, body } = await auth(server, path, form);
    expect([status, body]).toEqual([422, { code: 'outside_area', message: 'Aplikasi belum tersedia dilokasi anda' }]);
    expect(await server.db.selectFrom('profiles').where('email', '=', form.email).select('id').execute()).toEqual([]);
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
    ['id', { id: '018f0000-0000-7000-8000-000000000000' }],
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
    { name: 'nul\u0000' },
    { name: '\ud800' },
    { phone: '0'.repeat(26) },
  ])('refuses %j (D25)', async (given) => {
    expect(await auth(server, path, signUpForm(given))).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
  });

  test('says that an e-mail is taken, whatever its case (D3)', async () => {
    const { form } = await register(server);
    const { status, body, cookie } = await auth(server, path, signUpForm({ email: form.email.toUpperCase() }));
    expect([status, body]).toEqual([409, { code: 'email_taken', message: 'Email sudah terdaftar.' }]);
    expect(cookie).toBeUndefined();
  });

  test('of ten at once with one e-mail, one is made', async () => {
    const { email } = signUpForm();
    const answers = await Promise.all(Array.from({ length: 10 }, () => auth(server, path, signUpForm({ email }))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    const profiles = await server.db.selectFrom('profiles').where('email', '=', email).select('id').execute();
    expect(profiles).toHaveLength(1);
  });

  test('is refused to somebody signed in', async () => {
    const { cookie } = await register(server);
    expect(await auth(server, path, signUpForm(), { cookie })).toMatchObject({
      status: 403,
      body: { code: 'already_signed_in' },
    });
  });

  test('offers known nagari in their commonest spelling (D13)', async () => {
    const own = await startTestServer();
    for (const nagari of ['lubuak alai', 'Lubuak Alai', 'Lubuak Alai', 'Galugua']) await register(own, { nagari });
    expect(await own.call('get_sign_up_options', {})).toEqual({
      email_verification: false,
      nagari: ['Galugua', 'Lubuak Alai'],
    });
  });
});

describe('with e-mail verification', async () => {
  const server = await startTestServer({ emailVerification: true });
  const inbox = await openInbox(server);

  test('signs in only after the mailed link, which lands at /login (D4, D5)', async () => {
    const form = signUpForm();
    const answer = await auth(server, path, form);
    expect([answer.status, answer.body, answer.cookie]).toEqual([200, { signed_in: false }, undefined]);
    const early = await auth(server, '/auth/sign-in/email', { email: form.email, password: form.password });
    expect(early).toMatchObject({ status: 403, body: { code: 'email_not_verified' } });

    const letter = await inbox.next(form.email);
    expect(letter.link).toMatch(/^http:\/\/lapau\.test\/auth\/verify-email\?token=/);
    expect(letter.text).toContain(letter.link);
    const { pathname, search } = new URL(letter.link ?? '');
    const opened = await server.request(pathname + search);
    expect([opened.status, opened.headers.get('location')]).toEqual([302, '/login?notice=email_verified']);
    expect(opened.headers.getSetCookie()).toEqual([]);
    const signedIn = await auth(server, '/auth/sign-in/email', { email: form.email, password: form.password });
    expect(signedIn.status).toBe(200);

    const again = await server.request(pathname + search);
    expect(again.headers.get('location')).toBe('/login?notice=email_verified');
  });

  test('mails the link again when somebody tries to sign in without it', async () => {
    const form = signUpForm();
    await auth(server, path, form);
    await inbox.next(form.email);
    await auth(server, '/auth/sign-in/email', { email: form.email, password: form.password });
    expect((await inbox.next(form.email)).subject).toBe('Verifikasi email Anda');
  });

  test.each(['', 'x', 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImFAYi5jIn0.AAAA'])(
    'a link with token "%s" is told to be invalid',
    async (token) => {
      const opened = await server.request(`/auth/verify-email?token=${token}`);
      expect(opened.headers.get('location')).toBe('/login?notice=invalid_link');
    },
  );

  test('answers the same for a taken e-mail, changes nothing and mails its owner (D3)', async () => {
    const owner = signUpForm();
    await auth(server, path, owner);
    const first = await inbox.next(owner.email);
    await server.request(new URL(first.link ?? '').pathname + new URL(first.link ?? '').search);
    const before = await server.db.selectFrom('profiles').where('email', '=', owner.email).selectAll().execute();

    const fresh = await auth(server, path, signUpForm());
    const taken = await auth(server, path, signUpForm({ email: owner.email, password: 'punya orang lain' }));
    expect([taken.status, taken.body]).toEqual([fresh.status, fresh.body]);
    const names = (headers: Headers) => [...headers.keys()].toSorted();
    expect(names(taken.headers)).toEqual(names(fresh.headers));
    expect((await inbox.next(owner.email)).subject).toBe('Anda sudah punya akun');
    expect(await server.db.selectFrom('profiles').where('email', '=', owner.email).selectAll().execute()).toEqual(
      before,
    );
    const withTheirs = await auth(server, '/auth/sign-in/email', { email: owner.email, password: 'punya orang lain' });
    expect(withTheirs.status).toBe(401);
  });

  test('a mail repeats nothing that was typed', async () => {
    const form = signUpForm({ name: 'Klik hadiah' });
    await auth(server, path, form);
    expect((await inbox.next(form.email)).text).not.toContain('Klik hadiah');
  });

  test('of ten at once with one e-mail, one is made and all answer alike', async () => {
    const { email } = signUpForm();
    const answers = await Promise.all(Array.from({ length: 10 }, () => auth(server, path, signUpForm({ email }))));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { signed_in: false }]);
    expect(await server.db.selectFrom('profiles').where('email', '=', email).select('id').execute()).toHaveLength(1);
  });
});
