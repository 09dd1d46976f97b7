import { expect, test } from 'vitest';
import { hashToken } from '../../platform/session/token-hashing.ts';
import { auth } from '../../testing/auth.ts';
import { startTestServer } from '../../testing/server.ts';

/*
 * What browsers, phones and mailboxes have got from an earlier release stays valid: cookie, bearer token, links and rows are literally
 * what the release with Better Auth 1.7.7 has made of this secret and this password. Only the times of expiry are moved, so that nothing has expired.
 */

const secret = 'rahasia-server-untuk-uji-coba-0123456789';
const password = 'rahasia sekali';
const account = {
  id: '01a22250-d3a5-72a0-81d8-93dc0113c5ee',
  email: 'lama@lapau.test',
  password: '$argon2id$v=19$m=19456,t=2,p=1$Sde87BtrCW5w84wBcZ1srw$vsUHoE5lBEJXeCwmxmmgbZVDUnaZKQi0Gb7wz0btjX8',
};
const session = {
  cookie: 'lapau.session_token=Nr8uBLtzGvA00cMNJD0ODYgSXxFdNZvL.JtBDN3Ot%2BqNvIPStlfczBiL00e2S0jh%2BQvVNWuhlB0k%3D',
  bearer: 'Nr8uBLtzGvA00cMNJD0ODYgSXxFdNZvL.JtBDN3Ot+qNvIPStlfczBiL00e2S0jh+QvVNWuhlB0k=',
  token_hash: 'edc7e77648eb0b543ac575d40120ba282792b3c2c2692befe1caf01f2581f1d3',
};
const resetLink = { token: 'PhlJgtTnUzG6mAHCSYaO7dVF', identifier: 'yvI7XVfDu1UDBbI5lVLJr7f38mTjM02HlNwtT-w8UlA' };
const signUp = {
  id: '01a22250-d6f2-7377-b087-0c5fa321925e',
  email: 'baru@lapau.test',
  password_hash: '$argon2id$v=19$m=19456,t=2,p=1$23qKGySR/EwBLgvWgb+oGg$PcgcK1V4zstwo0gDk1071beOOHNNhEog6HU7ToMEb88',
};
const verifyLink = {
  token: 'UVa5dBcnJF8SJrpFlzMYMnlEMYu5oyIp',
  identifier: 'Ol_PvHCLrLZKrpl6BAvWIAEuD-Sfm-xsDQ9GyvAtFfk',
};

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const after = (ms: number) => new Date(Date.now() + ms);
const place = {
  address: 'Jorong Kampuang Baru',
  nagari: 'Muaro Paiti',
  kecamatan: 'Kapur IX',
  phone: '0810-0000-0042',
};

/** A server with the account, and with a session of it that was last renewed that long ago. */
async function startServer(renewedMs = 0) {
  const server = await startTestServer({ secret });
  const { id, email } = account;
  await server.db
    .insertInto('profiles')
    .values({ id, email, full_name: 'Orang Lama', ...place })
    .execute();
  await server.db
    .insertInto('accounts')
    .values({ user_id: id, account_id: id, provider_id: 'credential', password: account.password })
    .execute();
  await server.db
    .insertInto('sessions')
    .values({
      user_id: id,
      token_hash: session.token_hash,
      expires_at: after(30 * dayMs - renewedMs),
      device_name: 'Chrome di Android',
      ip_address: '',
    })
    .execute();
  return server;
}

test('whoever is signed in stays so, by cookie and by bearer token, until they sign out', async () => {
  const server = await startServer();
  for (const headers of [{ cookie: session.cookie }, { authorization: `Bearer ${session.bearer}` }])
    expect(await auth(server, '/auth/get-session', undefined, headers)).toMatchObject({
      status: 200,
      body: { user_id: account.id },
      cookie: undefined,
    });
  expect((await auth(server, '/auth/sign-out', {}, { cookie: session.cookie })).status).toBe(200);
  expect(await server.db.selectFrom('sessions').select('id').execute()).toEqual([]);
});

test('a session of yesterday is renewed and keeps its cookie', async () => {
  const server = await startServer(dayMs + hourMs);
  const answer = await auth(server, '/auth/get-session', undefined, { cookie: session.cookie });
  expect(answer).toMatchObject({ status: 200, cookie: session.cookie, token: session.bearer });
  expect(Date.parse(String(answer.body?.['expires_at']))).toBeGreaterThan(Date.now() + 30 * dayMs - hourMs);
});

test('the password still signs in, and an open link to a new one is still taken, once', async () => {
  const server = await startServer();
  const { id: value, email } = account;
  await server.db
    .insertInto('verifications')
    .values({ identifier: resetLink.identifier, value, expires_at: after(hourMs) })
    .execute();
  const { token } = await auth(server, '/auth/sign-in/email', { email, password });
  const token_hash = hashToken(token?.split('.')[0] ?? '');
  const stored = await server.db.selectFrom('sessions').select('token_hash').execute();
  expect(stored, 'of the new session only the hash, too').toContainEqual({ token_hash });
  const use = async () =>
    (await auth(server, '/auth/reset-password', { token: resetLink.token, newPassword: 'sandi yang baru' })).status;
  expect([await use(), await use()]).toEqual([200, 400]);
  expect((await auth(server, '/auth/sign-in/email', { email, password: 'sandi yang baru' })).status).toBe(200);
});

test('an open link still verifies the e-mail of a sign-up', async () => {
  const server = await startTestServer({ secret, emailVerification: true });
  const expires_at = after(dayMs);
  await server.db
    .insertInto('pending_sign_ups')
    .values({ ...signUp, full_name: 'Orang Baru', ...place, expires_at })
    .execute();
  await server.db
    .insertInto('verifications')
    .values({ identifier: verifyLink.identifier, value: signUp.id, expires_at })
    .execute();
  const { token } = verifyLink;
  expect(await auth(server, '/auth/verify-email', { token, password })).toMatchObject({
    status: 200,
    body: { signed_in: true },
  });
});
