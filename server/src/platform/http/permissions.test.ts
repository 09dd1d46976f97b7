import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { CallShape } from '@lapau/contract/call';
import { calls } from '@lapau/contract/calls';
import type { CallName } from '@lapau/contract/calls';
import { errors } from '@lapau/contract/errors';
import type { ErrorCode } from '@lapau/contract/errors';
import { describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { callInputs } from '../../testing/call-inputs.ts';
import { plainPicture } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const otherSeller = await buildSeller(server);

const everybody = ['signed out', 'pembeli', 'penjual', 'admin', 'suspended', 'penjual of a suspended stall'] as const;
type Who = (typeof everybody)[number];

const build: Record<Who, () => Promise<BuiltMember | undefined>> = {
  'signed out': async () => undefined,
  pembeli: () => buildMember(server),
  penjual: () => buildSeller(server),
  // The admin has a stall too, so that a seller's calls have a subject.
  admin: () => buildSeller(server, { profile: { role: 'admin' } }),
  suspended: () => buildMember(server, { is_suspended: true }),
  'penjual of a suspended stall': () => buildSeller(server, { warung: { is_suspended: true } }),
};
await buildAdmin(server);

/** Says what the declared access means for a person: 'let in', or the code of the refusal. */
function declared({ access, tellsSuspended }: CallShape, who: Who): 'let in' | ErrorCode {
  const isSuspended = who === 'suspended' || who === 'penjual of a suspended stall';
  if (isSuspended && !tellsSuspended && (access === 'public' || access === 'guest')) return 'let in';
  if (who === 'suspended') return 'account_suspended';
  if (who === 'penjual of a suspended stall') return 'warung_suspended';
  if (access === 'public') return 'let in';
  if (access === 'guest') return who === 'signed out' ? 'let in' : 'already_signed_in';
  if (who === 'signed out') return 'unauthenticated';
  if (access === 'seller' && who === 'pembeli') return 'forbidden';
  return access === 'admin' && who !== 'admin' ? 'forbidden' : 'let in';
}

/** The refusals by a call's own rules, of people whom the gate lets in. */
const byRule: { [Name in CallName]?: Partial<Record<Who, ErrorCode>> } = {
  create_first_admin: {
    'signed out': 'first_admin_exists',
    suspended: 'first_admin_exists',
    'penjual of a suspended stall': 'first_admin_exists',
  },
  delete_account: { admin: 'admin_account' },
  submit_application: { penjual: 'already_seller', admin: 'already_seller' },
};

const cells = (Object.keys(calls) as CallName[]).flatMap((name) => everybody.map((who) => [name, who] as const));

test.each(cells)('%s called by: %s', async (name, who) => {
  const actor = await build[who]();
  const input = await callInputs[name](server, actor ?? (await buildSeller(server)));
  const access = declared(calls[name], who);
  const expected = access === 'let in' ? (byRule[name]?.[who] ?? 'let in') : access;
  const { status, body } = await server.rawCall(name, input, actor);
  if (expected === 'let in') expect(status, JSON.stringify(body)).toBe(200);
  else
    expect({ status, body }).toEqual({
      status: errors[expected][0],
      body: { code: expected, message: errors[expected][1] },
    });
});

test('the cookie and the bearer token each authenticate alone', async () => {
  const { cookie, token } = (await build.pembeli())!;
  const session = async (headers: Record<string, string>) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' };
    return (await server.request('/rpc/get_feed', init)).status;
  };
  expect(await session({ cookie })).toBe(200);
  expect(await session({ authorization: `Bearer ${token}` })).toBe(200);
  expect(await session({})).toBe(401);
});

// These rows are all routes that are no calls, with the status that each person gets.
type Row = {
  init?: RequestInit;
  path?: (actor: BuiltMember) => string;
  answers: (who: Who) => number;
  /** Its refusals are pages. */
  isForm?: true;
};
const isSuspended = (who: Who) => who === 'suspended' || who === 'penjual of a suspended stall';
const always = (status: number) => () => status;
const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const png = new Uint8Array(await plainPicture().png().toBuffer());
const upload: RequestInit = { method: 'POST', headers: { 'content-type': 'image/png' }, body: png };
const members = (who: Who) => (who === 'signed out' ? 401 : isSuspended(who) ? 403 : 200);
const admins = (who: Who) => (members(who) === 200 && who !== 'admin' ? 403 : members(who));
const page: Row = { answers: always(200) };

const routes: Record<string, Row> = {
  // On routes for signing in a suspended person's credential counts as none, as somebody else may sign in on the same phone.
  'POST /auth/sign-up/email': {
    init: json({}),
    answers: (who) => (who === 'signed out' || isSuspended(who) ? 422 : 403),
  },
  'POST /auth/sign-in/email': {
    init: json({ email: 'nobody@lapau.test', password: 'x' }),
    answers: (who) => (who === 'signed out' || isSuspended(who) ? 401 : 403),
  },
  'POST /login': {
    init: {
      method: 'POST',
      headers: { origin: 'http://lapau.test' },
      body: new URLSearchParams({ email: 'nobody@lapau.test', password: 'x' }),
    },
    answers: (who) => (who === 'signed out' || isSuspended(who) ? 401 : 303),
    isForm: true,
  },
  'POST /auth/sign-out': { init: json({}), answers: always(200) },
  'GET /auth/get-session': { answers: (who) => (isSuspended(who) ? 403 : 200) },
  'POST /auth/request-password-reset': { init: json({ email: 'nobody@lapau.test' }), answers: always(200) },
  'POST /auth/reset-password': { init: json({ newPassword: 'rahasia', token: 'x' }), answers: always(400) },
  'POST /auth/verify-email': { init: json({ token: 'x', password: 'rahasia' }), answers: always(400) },
  'GET /export/data-saya.zip': { answers: members },
  'GET /export/pengguna.csv': { answers: admins },
  'GET /export/warung.csv': { answers: admins },
  'GET /export/laporan.csv': { answers: admins },
  'GET /export/mingguan.csv': { answers: admins },
  'POST /storage/posts/:owner': { init: upload, path: ({ id }) => `/storage/posts/${id}`, answers: members },
  'POST /storage/uploaded/:owner/:photo': {
    init: json({}),
    path: ({ id }) => `/storage/uploaded/${id}/${crypto.randomUUID()}`,
    answers: members,
  },
  'POST /storage/avatars/:owner/:name': {
    init: upload,
    path: ({ id }) => `/storage/avatars/${id}/profile_avatar`,
    answers: members,
  },
  'POST /storage/avatars/public/:name': { init: upload, path: () => '/storage/avatars/public/logo', answers: admins },
  'POST /storage/avatars/promo_banners/:id': {
    init: upload,
    path: () => `/storage/avatars/promo_banners/${crypto.randomUUID()}`,
    answers: admins,
  },
  'GET /storage/:bucket/*': { path: () => '/storage/posts/x/missing.webp', answers: always(404) },
  // features/previews/previews.test.ts tests what may be previewed
  'GET /previews/:kind/:id.jpg': { path: () => '/previews/post/x.jpg', answers: always(404) },
  'GET /w/*': { path: ({ id }) => `/w/${id.slice(-8)}`, answers: always(302) },
  // platform/http/socket.test.ts tests the socket itself
  'GET /realtime': { answers: always(400) },
  'GET /healthz': { answers: always(200) },
  'GET /readyz': { answers: always(200) },
  // metrics-route.test.ts tests who may read it by address or token
  'GET /metrics': { answers: always(200) },
  'GET /openapi.json': { answers: always(200) },
  'GET /.well-known/assetlinks.json': { answers: always(200) },
  // there is no contact here; security-text.test.ts tests it with one
  'GET /.well-known/security.txt': { answers: always(404) },
  // web-files.test.ts tests what is served
  'GET /assets/:name': { path: () => '/assets/x.js', answers: always(404) },
  'GET /worker.js': { answers: always(200) },
  'GET /shell': { answers: always(200) },
  'GET /boot.json': { path: () => '/boot.json?path=/', answers: always(200) },
  'GET /*': page,
};

/** Icons and other files that everybody may read. */
const publicFolder = path.join(import.meta.dirname, '../../../../web/public');

describe('routes that are not calls', () => {
  test('every route has a row in the table, and every row a route', () => {
    const files = new Set(readdirSync(publicFolder, { recursive: true }).map((file) => `GET /${String(file)}`));
    const mounted = server.routes.filter(
      (route) => !route.startsWith('HEAD ') && !route.startsWith('POST /rpc/') && !files.has(route),
    );
    expect(mounted.toSorted()).toEqual(Object.keys(routes).toSorted());
    const rpc = server.routes
      .filter((route) => route.startsWith('POST /rpc/'))
      .map((route) => route.slice('POST /rpc/'.length));
    expect(rpc.toSorted()).toEqual(Object.keys(callInputs).toSorted());
  });

  test.each(Object.entries(routes))('%s', async (route, { init, path, answers, isForm }) => {
    for (const who of everybody) {
      const actor = await build[who]();
      const url = path?.(actor ?? otherSeller) ?? route.split(' ')[1]!;
      const answer = await server.request(url, init, actor);
      expect(answer.status, who).toBe(answers(who));
      if (answer.status >= 400 && !isForm)
        expect(await answer.json(), who).toEqual({
          code: expect.any(String),
          message: expect.any(String),
          ...(answer.status === 422 && { details: expect.any(Object) }),
        });
      else await answer.arrayBuffer();
    }
  });

  test.each(['/', '/post/x', '/admin/settings'])('%s sends no personal data to a refused person', async (path) => {
    for (const who of ['signed out', 'suspended', 'penjual of a suspended stall'] as const) {
      const html = await (await server.request(path, {}, await build[who]())).text();
      const boot = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1];
      expect(Object.keys(JSON.parse(boot!) as object), who).not.toContain('get_feed');
      expect((JSON.parse(boot!) as { get_session?: unknown }).get_session ?? null, who).toBeNull();
    }
  });
});
