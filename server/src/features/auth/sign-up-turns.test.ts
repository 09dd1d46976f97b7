import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { auth, signUpForm } from '../../testing/auth.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';
import { startTestValkey } from '../../testing/valkey.ts';

const valkey = await startTestValkey();
afterAll(valkey.stop);

const shared = '10.0.0.1';
/** This server takes forty sign-ups of an address at once, and then two in three seconds. */
const paced = { emailVerification: true, trustProxy: true, limits: { signUpsByAddress: 40 } };

/** Opens a page. @returns the headers that a browser at this address sends from then on */
async function openPage(server: TestServer, address = shared): Promise<Record<string, string>> {
  const response = await server.request('/login', { headers: { 'x-forwarded-for': address } });
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('lapau.device='));
  return { 'x-forwarded-for': address, cookie: cookie?.split(';', 1)[0] ?? '' };
}

/** Keeps so many requests under way until the test ends; each is followed by the next as soon as it is answered. */
function flood(
  server: TestServer,
  atOnce: number,
  headersOf: (index: number) => Promise<Record<string, string>>,
  path: '/auth/sign-up/email' | '/auth/request-password-reset' = '/auth/sign-up/email',
) {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const statuses: number[] = [];
  const send = async (index: number) => {
    while (!end.signal.aborted) {
      const { email, ...rest } = signUpForm();
      const response = await server.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(await headersOf(index)) },
        body: JSON.stringify(path === '/auth/sign-up/email' ? { email, ...rest } : { email }),
        signal: end.signal,
      });
      statuses.push(response.status);
    }
  };
  for (let index = 0; index < atOnce; index += 1)
    void send(index).catch((error: unknown) => {
      if (!end.signal.aborted) throw error;
    });
  return { statuses };
}

const countSignUps = async ({ db }: TestServer) =>
  (await db.selectFrom('pending_sign_ups').select('id').execute()).length;

describe('while somebody at the same address sends hundreds of sign-ups', () => {
  test.each(['without cookies', 'with one cookie', 'with a new cookie each time'])(
    '%s, a neighbour who has opened the page signs up',
    async (how) => {
      const server = await startTestServer(paced);
      const neighbour = await openPage(server);
      const one = how === 'with one cookie' ? await openPage(server) : { 'x-forwarded-for': shared };
      const { statuses } = flood(server, 300, () =>
        how === 'with a new cookie each time' ? openPage(server) : Promise.resolve(one),
      );
      await expect.poll(() => statuses.length).toBeGreaterThan(41);
      expect((await auth(server, '/auth/sign-up/email', signUpForm(), neighbour)).status).toBe(200);
    },
  );

  test('so does one who opens the page when hundreds of devices that have opened it before send them', async () => {
    const server = await startTestServer(paced);
    const devices = await Promise.all(Array.from({ length: 300 }, () => openPage(server)));
    const { statuses } = flood(server, 300, async (index) => devices[index] ?? {});
    await expect.poll(() => statuses.length).toBeGreaterThan(41);
    expect((await auth(server, '/auth/sign-up/email', signUpForm(), await openPage(server))).status).toBe(200);
  });

  test('so does one who opens the page while new ones are opened all the time, when their browser asks again', async () => {
    const server = await startTestServer(paced);
    const { statuses } = flood(server, 150, () => openPage(server));
    await expect.poll(() => statuses.length).toBeGreaterThan(41);
    const neighbour = await openPage(server);
    // The page waits so, too (retryTransient in web/src/lib/query/query.ts).
    const answers = [];
    while (answers.length < 4 && answers.at(-1) !== 200)
      answers.push((await auth(server, '/auth/sign-up/email', signUpForm(), neighbour)).status);
    expect(answers).toContain(200);
  });

  test('or asks for links to new passwords, a neighbour gets theirs', async () => {
    const server = await startTestServer({ trustProxy: true, limits: { resetsByAddress: 20 } });
    const neighbour = await openPage(server);
    const { statuses } = flood(server, 40, () => openPage(server), '/auth/request-password-reset');
    await expect.poll(() => statuses.length).toBeGreaterThan(20);
    const { email } = signUpForm();
    expect((await auth(server, '/auth/request-password-reset', { email }, neighbour)).status).toBe(200);
    const queued = server.platform.database.pool.query(
      `select from jobs.job where name = 'send_mail' and data->>'to' = $1`,
      [email],
    );
    expect((await queued).rowCount).toBe(1);
  });

  test('one at an address of its own is not even kept waiting', async () => {
    const server = await startTestServer({ ...paced, limits: { signUpsByAddress: 1 } });
    const { statuses } = flood(server, 60, () => openPage(server));
    await expect.poll(() => statuses.length).toBeGreaterThan(0);
    expect((await auth(server, '/auth/sign-up/email', signUpForm(), { 'x-forwarded-for': '10.9.0.1' })).status).toBe(
      200,
    );
  });
});

describe.each([
  ['in memory', 'one /24', undefined, (index: number) => `10.1.1.${index % 250}`],
  ['in Valkey', 'one /48', valkey.url, (index: number) => `2001:db8:1:${(index % 250).toString(16)}::1`],
])('the flood itself, counted %s,', async (_store, network, redisUrl, addressOf) => {
  test(`stays within the pace from all addresses of ${network}`, async () => {
    // After these ten the server takes one sign-up in six seconds.
    const options = { ...paced, limits: { signUpsByAddress: 10 }, redisUrl };
    const first = await startTestServer(options);
    const others = redisUrl ? [await startTestServer({ ...options, databaseUrl: first.databaseUrl })] : [];
    const begun = performance.now();
    const floods = [first, ...others].map((server) =>
      flood(server, 300, (index) => openPage(server, addressOf(index))),
    );
    await expect.poll(() => floods.every(({ statuses }) => statuses.length > 100)).toBe(true);
    await expect.poll(() => countSignUps(first)).toBeGreaterThanOrEqual(10);
    expect(await countSignUps(first)).toBeLessThanOrEqual(10 + Math.ceil((performance.now() - begun) / 6_000));
  });
});

test('a page gives a browser one cookie, which stays', async () => {
  const server = await startTestServer();
  const { cookie } = await openPage(server);
  expect(cookie).toMatch(/^lapau\.device=./);
  const again = await server.request('/', { headers: { cookie: cookie ?? '' } });
  expect(again.headers.getSetCookie()).toEqual([]);
  const forged = await server.request('/', { headers: { cookie: `${cookie}x` } });
  expect(forged.headers.getSetCookie()).toHaveLength(1);
  // A browser that has the page on the device asks for the page's data only.
  const kept = await server.request('/boot.json?path=/login');
  expect(kept.headers.getSetCookie()).toHaveLength(1);
});
