import { loginLink, tokenLengths } from '@lapau/contract/links';
import { expect, test } from 'vitest';
import { auth, openInbox, signUpForm, tokenOf } from '../../testing/auth.ts';
import { buildMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { announceFirstAdmin } from './rules-first-admin.ts';
import { resetAdminByOperator } from './rules-operator.ts';

const server = await startTestServer({ emailVerification: true });
const inbox = await openInbox(server);

/** Requests an address, and tells where it leads if it redirects. */
const led = async (address: string, method = 'GET') => {
  const { status, headers } = await server.request(address, { method, redirect: 'manual' });
  return { status, location: headers.get('location'), cache: headers.get('cache-control') };
};

async function mailedReset() {
  const { email } = await buildMember(server);
  await auth(server, '/auth/request-password-reset', { email });
  return tokenOf(await inbox.next(email), 'resetPassword');
}

test('all tokens are as long as links are read', async () => {
  const first = new URL((await announceFirstAdmin(server.platform)) ?? '').hash.slice('#admin='.length);
  expect(first).toHaveLength(tokenLengths.firstAdmin);
  const form = signUpForm();
  await auth(server, '/auth/sign-up/email', form);
  expect(tokenOf(await inbox.next(form.email), 'verifyEmail')).toHaveLength(tokenLengths.verifyEmail);
  expect(await mailedReset()).toHaveLength(tokenLengths.resetPassword);
  const { email } = await buildMember(server, { role: 'admin' });
  const { link = '' } = (await resetAdminByOperator(server.platform, email)) ?? {};
  expect(new URL(link).hash.slice('#reset='.length)).toHaveLength(tokenLengths.resetPassword);
});

test('a link whose token a program has put into the path leads to the form, and opens it as often as it is looked at', async () => {
  const token = await mailedReset();
  const location = loginLink('', 'resetPassword', token);
  const forms = ['/login%23reset=', '/login%2523reset%253D', '//login%23reset=', '/LOGIN/%23Reset%3D', '/login?reset='];
  for (const form of forms)
    for (const method of ['GET', 'HEAD'])
      expect(await led(form + token, method), form).toEqual({ status: 302, location, cache: 'no-store' });
  expect((await server.request(`/login%23reset=${token}`, { method: 'POST' })).status).toBe(405);

  // So far only mail scanners have opened the link; now the person uses it.
  const reset = () => auth(server, '/auth/reset-password', { token, newPassword: 'sandi yang baru' });
  expect(await reset()).toMatchObject({ status: 200 });
  expect(await reset()).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
});

test('a cut one leads to the words that say so', async () => {
  for (const cut of ['/login%23reset=abc', '/login%23reset', '/login%23res'])
    expect(await led(cut)).toMatchObject({ status: 302, location: '/login#reset=' });
});

test('a slash too many leads to the page, never to another site', async () => {
  expect(await led('//login')).toMatchObject({ status: 302, location: '/login' });
  expect(await led('///post/1?from=chat')).toMatchObject({ status: 302, location: '/post/1?from=chat' });
  for (const address of ['//elsewhere.example', '//\\elsewhere.example', '/\\/elsewhere.example', '//login//elsewhere'])
    expect((await led(address)).location ?? '/').toMatch(/^\/[^/\\]/);
});

test('other addresses of the form stay', async () => {
  for (const address of ['/login', '/login?mode=lupa', '/login?next=%2Fadmin', '/loginreset%23reset=abc'])
    expect(await led(address)).toMatchObject({ status: 200, location: null });
});
