import { PassThrough } from 'node:stream';
import type { BootData } from '@lapau/contract/boot';
import { errors } from '@lapau/contract/errors';
import type { ErrorCode } from '@lapau/contract/errors';
import { describe, expect, test } from 'vitest';
import { auth, openInbox, register, signUpForm } from '../../testing/auth.ts';
import { buildAdmin, buildMember, buildPassword, buildPost, buildWrongPasswords } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const own = { origin: 'http://lapau.test' };
const wrong = 'bukan sandinya';

type Sent = { path?: string; headers?: Record<string, string>; at?: typeof server };

/** Sends the form of /login, as a browser does without any script. */
async function send(fields: Record<string, string>, { path = '/login', headers = own, at = server }: Sent = {}) {
  const answer = await at.request(path, { method: 'POST', headers, body: new URLSearchParams(fields) });
  const html = await answer.text();
  const block = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1];
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  return {
    status: answer.status,
    headers: answer.headers,
    location: answer.headers.get('location'),
    html,
    boot: block === undefined ? undefined : (JSON.parse(block) as BootData),
    session: cookies.find((cookie) => /session_token=./.test(cookie)),
    cookies: cookies.join('; '),
  };
}

/** Opens the page with the form. @returns its boot data, and the cookie of the browser's device */
async function open(headers: Record<string, string> = {}) {
  const answer = await server.request('/login', { headers });
  const block = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(await answer.text())?.[1] ?? '{}';
  const [cookie = ''] = answer.headers.getSetCookie();
  return { boot: JSON.parse(block) as BootData, device: cookie.split(';', 1)[0] ?? '' };
}

type Answer = Awaited<ReturnType<typeof send>>;

function expectRefusal({ status, headers, boot, session }: Answer, code: ErrorCode) {
  expect([status, boot?.refused_sign_in?.error]).toEqual([
    errors[code][0],
    expect.objectContaining({ code, message: errors[code][1] }),
  ]);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store, no-transform');
  expect(session).toBeUndefined();
}

const sessionsOf = async (userId: string) =>
  (await server.db.selectFrom('sessions').where('user_id', '=', userId).select('id').execute()).length;

describe('the form of /login', () => {
  test('signs in, and leads to the feed', async () => {
    const { id, form } = await register(server);
    const answer = await send({ email: ` ${form.email.toUpperCase()}`, password: form.password });
    expect([answer.status, answer.location, answer.html]).toEqual([303, '/', '']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.cookies).toContain('lapau.device=');
    expect((await auth(server, '/auth/get-session', undefined, { cookie: answer.cookies })).body).toMatchObject({
      user_id: id,
    });
  });

  test.each([
    ['/post/7?k=1#komentar', '/post/7?k=1#komentar'],
    ['/warung?cari=gulai kambiang é', '/warung?cari=gulai%20kambiang%20%C3%A9'],
    ['//evil.test', '/'],
    ['/\\evil.test', '/'],
    ['https://evil.test', '/'],
    ['/\t/evil.test', '/'],
    ['/post\r\nset-cookie: a=b', '/'],
    ['javascript:alert(1)', '/'],
    ['/.//evil.test', '/.//evil.test'],
  ])('leads back to %j only inside the app (D6)', async (next, location) => {
    const { form } = await register(server);
    const path = `/login?next=${encodeURIComponent(next)}`;
    const answer = await send({ email: form.email, password: form.password }, { path });
    expect([answer.status, answer.location]).toEqual([303, location]);
    expect(new URL(answer.location ?? '', server.url).origin).toBe(server.url);
  });

  test('leads back who is signed in already, also when it is sent twice, and starts no other session', async () => {
    const { id, form } = await register(server);
    const path = '/login?next=%2Fsaved';
    const fields = { email: form.email, password: form.password };
    const { cookies } = await send(fields, { path });
    const again = await send(fields, { path, headers: { ...own, cookie: cookies } });
    expect([again.status, again.location, again.session]).toEqual([303, '/saved', undefined]);
    expect(again.headers.get('cache-control')).toBe('no-store');
    expect(await sessionsOf(id)).toBe(2);
  });

  test('sent twice at once signs in twice', async () => {
    const { form } = await register(server);
    const fields = { email: form.email, password: form.password };
    const answers = await Promise.all([send(fields), send(fields)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    for (const { cookies } of answers)
      expect((await auth(server, '/auth/get-session', undefined, { cookie: cookies })).body).not.toBeNull();
  });

  test('takes no other field, and none that is hidden and empty', async () => {
    const { form } = await register(server);
    const { email, password } = form;
    expect((await send({ email, password, confirmation: '', tombol: 'Masuk' })).status).toBe(303);
  });
});

describe('a refused form is answered with its page', () => {
  test('which has the e-mail as it was typed, the error and no password', async () => {
    const { form } = await register(server);
    const email = ` ${form.email.toUpperCase()}</script>`;
    const typed = await send({ email, password: wrong });
    expectRefusal(typed, 'invalid_input');
    expect(typed.boot?.refused_sign_in).toMatchObject({ email, error: { details: { email: expect.any(String) } } });
    const answer = await send({ email: form.email, password: wrong });
    expectRefusal(answer, 'invalid_credentials');
    expect(answer.boot).toEqual({
      get_app_settings: [],
      get_session: null,
      csrf_token: expect.any(String),
      refused_sign_in: {
        email: form.email,
        error: { code: 'invalid_credentials', message: errors.invalid_credentials[1] },
      },
    });
    expect(answer.html).toContain('<div id="root"');
    for (const text of [wrong, encodeURIComponent(wrong), wrong.replaceAll(' ', '+')])
      expect([answer.html, JSON.stringify([...answer.headers])].join()).not.toContain(text);
  });

  test('as for a path behind the login, also the preview of the link', async () => {
    const { id } = await buildPost(server);
    const path = `/login?next=${encodeURIComponent(`/post/${id}`)}`;
    const answer = await send({ email: 'nobody@lapau.test', password: wrong }, { path });
    expectRefusal(answer, 'invalid_credentials');
    expect(answer.boot?.get_link_preview).toMatchObject({ path: `/post/${id}` });
    const html = await (await server.request(path)).text();
    expect(html).toContain(JSON.stringify(answer.boot?.get_link_preview));
  });

  test('when fields are missing, and an endless e-mail is cut', async () => {
    const empty = await send({});
    expectRefusal(empty, 'invalid_input');
    expect(empty.boot?.refused_sign_in).toMatchObject({
      email: '',
      error: { details: { email: expect.any(String), password: 'Kata sandi wajib diisi.' } },
    });
    const long = await send({ email: 'x'.repeat(5_000), password: wrong });
    expectRefusal(long, 'invalid_input');
    expect(long.boot?.refused_sign_in?.email).toHaveLength(254);
  });

  test('when it is too large, and when it is no form', async () => {
    expectRefusal(await send({ email: 'x'.repeat(9_000), password: wrong }), 'body_too_large');
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const { form } = await register(server);
      const body = JSON.stringify({ email: form.email, password: form.password });
      const answer = await server.request('/login', {
        method: 'POST',
        headers: { ...own, 'content-type': type },
        body,
      });
      expect([answer.status, answer.headers.get('content-type')], type).toEqual([415, 'text/html; charset=utf-8']);
      expect(answer.headers.getSetCookie().join(), type).not.toContain('session_token');
    }
  });

  test('to a suspended person with the reason, and with the token by which they appeal', async () => {
    const admin = await buildAdmin(server);
    const person = await buildMember(server);
    const password = await buildPassword(server, person);
    const reason = 'Menjual barang terlarang.';
    await server.call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended: true, reason }, admin);
    // their browser may still have the cookie of the ended session
    const answer = await send({ email: person.email, password }, { headers: { ...own, cookie: person.cookie } });
    expectRefusal(answer, 'account_suspended');
    expect(answer.boot?.refused_sign_in?.error.current).toMatchObject({ reason, appeal_token: expect.any(String) });
    expect((await send({ email: person.email, password: wrong })).boot?.refused_sign_in?.error).not.toHaveProperty(
      'current',
    );
  });

  test('to somebody whose e-mail is not verified, with what their page waits by', async () => {
    const verifying = await startTestServer({ emailVerification: true });
    const form = signUpForm();
    await auth(verifying, '/auth/sign-up/email', form);
    const answer = await send({ email: form.email, password: form.password }, { at: verifying });
    expectRefusal(answer, 'email_not_verified');
    expect(answer.boot?.refused_sign_in?.error.current).toEqual({ waiting: expect.any(String) });
  });

  test('to who tries too often, with the time after which to try again', async () => {
    const tight = await startTestServer({ limits: { wrongPasswordsByAccountAndAddress: 1 } });
    const { form } = await register(tight);
    const attempt = (password: string) => send({ email: form.email, password }, { at: tight });
    expectRefusal(await attempt(wrong), 'invalid_credentials');
    // the limit is shared with the app's own way of signing in
    expect((await auth(tight, '/auth/sign-in/email', { email: form.email, password: wrong })).status).toBe(429);
    const over = await attempt(wrong);
    expectRefusal(over, 'rate_limited');
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await attempt(form.password)).status).toBe(303);
  });

  test('that asks for a code, which then comes with the id it belongs to', async () => {
    const inbox = await openInbox(server);
    const { form } = await register(server);
    const { email, password } = form;
    await buildWrongPasswords(server, email, 201);
    const asked = await send({ email, password });
    expectRefusal(asked, 'confirmation_needed');
    const { confirmation } = (asked.boot?.refused_sign_in?.error.current ?? {}) as { confirmation: string };
    const code = /^\d{6}$/m.exec((await inbox.next(email)).text)?.[0] ?? '';
    const mistyped = await send({ email, password, confirmation, code: code === '000000' ? '000001' : '000000' });
    expectRefusal(mistyped, 'invalid_confirmation_code');
    expect(mistyped.boot?.refused_sign_in).toMatchObject({ email, confirmation });
    const blank = await send({ email, password, confirmation, code: '' });
    expectRefusal(blank, 'invalid_input');
    expect(blank.boot?.refused_sign_in).toMatchObject({
      confirmation,
      error: { details: { code: expect.any(String) } },
    });
    const forged = await send({ email, password, confirmation: '"><script>', code });
    expect(forged.boot?.refused_sign_in).not.toHaveProperty('confirmation');
    const spaced = ` ${code.slice(0, 3)} ${code.slice(3)}`;
    const answer = await send({ email, password, confirmation, code: spaced }, { path: '/login?next=%2Fsaved' });
    expect([answer.status, answer.location]).toEqual([303, '/saved']);
  });
});

describe('a form of another site', () => {
  test.each([
    ['names its origin', { origin: 'https://evil.example' }],
    ['has none, as a sandboxed frame', { origin: 'null' }],
    ['is cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['is cross-site, with an origin of ours', { ...own, 'sec-fetch-site': 'cross-site' }],
    ['is of a neighbouring name', { 'sec-fetch-site': 'same-site' }],
  ])('that %s is refused without effect, also with the right token', async (_what, headers) => {
    const { id, form, device } = await register(server);
    const { csrf_token = '' } = (await open({ cookie: device })).boot;
    const fields = { email: form.email, password: form.password, csrf_token };
    expectRefusal(await send(fields, { headers: { ...headers, cookie: device } }), 'foreign_origin');
    expect(await sessionsOf(id)).toBe(1);
  });

  test('is told from our own by its headers', async () => {
    for (const headers of [
      own,
      { origin: server.url },
      { ...own, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin' },
    ] as Record<string, string>[]) {
      const { form } = await register(server);
      const answer = await send({ email: form.email, password: form.password }, { headers });
      expect(answer.status, JSON.stringify(headers)).toBe(303);
    }
  });

  test('and, in browsers that send none of these, by the token of a page that this browser was given', async () => {
    const { id, form } = await register(server);
    const fields = { email: form.email, password: form.password };
    const [here, elsewhere] = [await open(), await open()];
    const { csrf_token = '' } = here.boot;
    const refused = [
      await send(fields, { headers: {} }),
      await send(fields, { headers: { cookie: here.device } }),
      await send({ ...fields, csrf_token }, { headers: {} }),
      await send({ ...fields, csrf_token }, { headers: { cookie: elsewhere.device } }),
      await send({ ...fields, csrf_token }, { headers: { referer: 'http://lapau.test/login' } }),
      await send({ ...fields, csrf_token: `${csrf_token}x` }, { headers: { cookie: here.device } }),
    ];
    for (const answer of refused) expectRefusal(answer, 'foreign_origin');
    expect(await sessionsOf(id)).toBe(1);

    // The page of a refused form has the token, too, and it stays the same as long as the browser has its cookie.
    const again = await send({ ...fields, password: wrong, csrf_token }, { headers: { cookie: here.device } });
    expectRefusal(again, 'invalid_credentials');
    expect(again.boot?.csrf_token).toBe(csrf_token);
    expect((await send({ ...fields, csrf_token }, { headers: { cookie: here.device } })).status).toBe(303);
    expect(await sessionsOf(id)).toBe(2);
  });
});

test('a form is taken at /login alone, and other methods are answered as before', async () => {
  const { form } = await register(server);
  const fields = { email: form.email, password: form.password };
  const post = (path: string) =>
    server.request(path, { method: 'POST', headers: own, body: new URLSearchParams(fields) });
  for (const path of ['/login/', '/login/x', '/', '/saved']) {
    const answer = await post(path);
    expect([answer.status, await answer.json()], path).toMatchObject([405, { code: 'method_not_allowed' }]);
  }
  for (const path of ['/auth/sign-in/email', '/rpc/get_session']) {
    const answer = await post(path);
    expect([answer.status, await answer.json()], path).toMatchObject([415, { code: 'unsupported_media_type' }]);
  }
  expect((await server.request('/login', { method: 'PUT' })).status).toBe(405);
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await server.request('/login', { method });
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache, no-transform']);
  }
});

test('a fault of the server is told by the page, with what its log calls it, and the log has no secret', async () => {
  const stream = new PassThrough();
  const lines: string[] = [];
  stream.on('data', (line) => lines.push(String(line)));
  const faulty = await startTestServer({ logLevel: 'debug', logTo: stream });
  const { form } = await register(faulty);
  const fields = { email: form.email, password: form.password };
  await send({ ...fields, password: wrong }, { at: faulty });
  faulty.platform.devices.remember = () => {
    throw new Error('a fault of the program');
  };
  const answer = await send(fields, { at: faulty });
  expect(answer.status).toBe(500);
  expect(answer.boot?.refused_sign_in).toMatchObject({
    email: form.email,
    error: { code: 'server_error', reference: expect.stringMatching(/^\w{4}$/) },
  });
  expect(lines.filter((line) => line.includes('request failed'))).toHaveLength(1);
  for (const secret of [form.password, wrong, form.email]) expect(lines.join('')).not.toContain(secret);
});
