import { calls } from '@lapau/contract/calls';
import type { CallName } from '@lapau/contract/calls';
import pg from 'pg';
import { expect, test } from 'vitest';
import { buildMember, buildSeller } from '../../testing/builders.ts';
import { callInputs } from '../../testing/call-inputs.ts';
import { plainPicture } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer({ logLevel: 'fatal' });
const database = new URL(server.databaseUrl).pathname.slice(1);
const admin = await buildSeller(server, { profile: { role: 'admin' } });
const png = new Uint8Array(await plainPicture().png().toBuffer());

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const upload: RequestInit = { method: 'POST', headers: { 'content-type': 'image/png' }, body: png };

const login: RequestInit = { method: 'POST', headers: { origin: 'http://lapau.test' } };

const requests: [path: string, init: RequestInit, actor?: { token: string } | undefined][] = [
  ['/', {}, admin],
  ['/', {}],
  ['/readyz', {}],
  // This process does not know the file, which may be another release's.
  ['/assets/index-B1cD2eF3.js', {}],
  ['/export/data-saya.zip', {}, admin],
  ['/auth/get-session', {}, admin],
  ['/auth/sign-in/email', json({ email: 'nobody@lapau.test', password: 'rahasia' })],
  ['/login', { ...login, body: new URLSearchParams({ email: 'nobody@lapau.test', password: 'rahasia' }) }],
  ['/auth/request-password-reset', json({ email: 'nobody@lapau.test' })],
  ['/auth/reset-password', json({ newPassword: 'rahasia', token: 'x' })],
  ['/auth/sign-out', json({}), admin],
  [`/storage/posts/${admin.id}`, upload, admin],
  ['/storage/avatars/public/logo', upload, admin],
];
for (const name of Object.keys(calls) as CallName[]) {
  const { access } = calls[name];
  const actor = await (access === 'member' ? buildMember(server) : buildSeller(server, { profile: { role: 'admin' } }));
  const input = await callInputs[name](server, actor);
  requests.push([`/rpc/${name}`, json(input), access === 'guest' ? undefined : actor]);
}

/** Changes a setting of the database, and ends every connection of the server, so that the new ones have it. */
async function change(setting: string): Promise<void> {
  const maintenance = new URL(server.databaseUrl);
  maintenance.pathname = '/postgres';
  const client = new pg.Client(maintenance.href);
  await client.connect();
  try {
    await client.query(`alter database ${database} ${setting}`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
  } finally {
    await client.end();
  }
}

const send = async ([path, init, actor]: (typeof requests)[number]) => {
  const answer = await server.request(path, init, actor);
  await answer.arrayBuffer();
  return { path, status: answer.status };
};

const until = async (status: number) => {
  await expect.poll(async () => (await send(['/rpc/get_feed', json({}), admin])).status).toBe(status);
};

test('without the database every route answers 503, except those that do not need it', async () => {
  await change('with allow_connections false');
  await until(503);
  const answers = [];
  for (const request of requests) answers.push(await send(request));
  await change('with allow_connections true');
  await until(200);
  const other = answers.filter(({ status }) => status !== 503).map(({ path, status }) => `${status} ${path}`);
  expect(other).toEqual([]);
});

test('on a read-only database reads go on, and every write is answered 503', async () => {
  await change('set default_transaction_read_only = on');
  await until(200);
  const answers = [];
  for (const request of requests) answers.push(await send(request));
  await change('reset default_transaction_read_only');
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  for (const name of Object.keys(calls) as CallName[]) {
    const { writes } = calls[name];
    // create_first_admin is refused before it writes.
    const expected = name === 'create_first_admin' ? 409 : writes ? 503 : 200;
    expect(answers).toContainEqual({ path: `/rpc/${name}`, status: expected });
  }
});
