import { expect, test } from 'vitest';
import { hashPassword } from '../../platform/passwords/passwords.ts';
import { auth, register } from '../../testing/auth.ts';
import { startTestServer } from '../../testing/server.ts';

const path = '/auth/sign-in/email';
const server = await startTestServer();

test('a sign-in takes e-mail and password as they were copied from a chat, when they were set and when they are given', async () => {
  const copied = (text: string) => `\u2068${text}\u200b\u2069 `;
  const { form } = await register(server, { password: copied('kopi daun') });
  for (const password of ['kopi daun', copied('kopi daun'), '\ufeffkopi\u00a0daun\n']) {
    expect((await auth(server, path, { email: copied(form.email), password })).status, password).toBe(200);
  }
  expect((await auth(server, path, { email: form.email, password: copied('kopi') })).status).toBe(401);
});

test('a sign-in takes a password that was set with something invisible in it', async () => {
  const { id, form } = await register(server);
  const password = 'kopi\u200bdaun ';
  const hash = await hashPassword(password, { lane: 'owners', account: 'test' });
  await server.db.updateTable('accounts').set({ password: hash }).where('user_id', '=', id).execute();
  expect((await auth(server, path, { email: form.email, password })).status).toBe(200);
  expect((await auth(server, path, { email: form.email, password: 'kopidaun' })).status).toBe(401);
});
