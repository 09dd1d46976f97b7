import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { buildPost, buildSeller } from '../../testing/builders.ts';
import { startObjectStorage } from '../../testing/object-storage.ts';
import { plainPicture, uploadTo } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';
import { fileWorkers } from '../workers/file-jobs.ts';
import { startWorkers } from '../workers/worker.ts';
import { fileRemoval } from './removal.ts';

const storage = await startObjectStorage();
const server = await startTestServer({ s3: storage.config, logLevel: 'silent' });
const other = await startTestServer({ s3: storage.config, databaseUrl: server.databaseUrl });
await startWorkers(server.platform, fileWorkers);
const seller = await buildSeller(server);
const png = await plainPicture().png().toBuffer();
afterEach(storage.heal);
afterAll(storage.close);

const upload = () => uploadTo(server, `posts/${seller.id}`, png, seller);
/** Waits until a file is removed by a job of another process, or by a job that is tried again. */
async function untilRemoved(url: string): Promise<void> {
  // Neither of them wakes the worker, but a new job does.
  await server.platform.jobs.enqueueNow(fileRemoval, { bucket: 'posts', paths: [] });
  // This waits less than half a minute, after which a failed job would be tried again.
  await expect.poll(async () => (await server.request(url)).status, { timeout: 25_000 }).toBe(404);
}

test('what is uploaded on one process is served by every other, and its removal too', async () => {
  const { body } = await upload();
  const [here, there] = [await server.request(body.url), await other.request(body.url)];
  expect([here.status, there.status]).toEqual([200, 200]);
  expect(await there.bytes()).toEqual(await here.bytes());
  expect(there.headers.get('etag')).toBe(here.headers.get('etag'));
  const unchanged = await other.request(body.url, { headers: { 'if-none-match': here.headers.get('etag') ?? '' } });
  expect(unchanged.status).toBe(304);
  const post = await buildPost(server, { user_id: seller.id, images: [body.path] });
  await other.call('delete_post', { post_id: post.id }, seller);
  await untilRemoved(body.url);
});

test.each(['SlowDown', 'AccessDenied', 'reset', 'half', 'page'] as const)(
  'while it fails (%s), photos are answered 503, and the rest goes on',
  async (fault) => {
    const { body: photo } = await upload();
    storage.fail(fault);
    const shown = await server.request(photo.url);
    expect([shown.status, await shown.json()]).toEqual([503, expect.objectContaining({ code: 'not_ready' })]);
    expect((await server.rawCall('get_feed', {}, seller)).status).toBe(200);
    if (fault === 'half') return; // half of an answer to an upload is enough
    expect(await upload()).toMatchObject({ status: 503, body: { code: 'not_ready' } });
    const rows = server.db.selectFrom('files').select('path').where('path', '<>', photo.path);
    expect(await rows.where('uploaded_by', '=', seller.id).execute()).not.toContainEqual({ path: photo.path });
  },
);

test('uploads that wait for a silent store leave the database to calls, and are stored once it answers', async () => {
  const sellers = await Promise.all(Array.from({ length: 14 }, () => buildSeller(server)));
  storage.fail('silence');
  const uploads = sellers.map((one) => uploadTo(server, `posts/${one.id}`, png, one));
  // The three sizes of four photos are under way, and no further upload is begun.
  const before = storage.requests.length;
  await expect.poll(() => storage.requests.length).toBeGreaterThanOrEqual(before + 12);
  const answers = await Promise.all(sellers.map((one) => server.rawCall('get_feed', { search_term: one.id }, one)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  storage.heal();
  expect(new Set((await Promise.all(uploads)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('what cannot be removed now is removed later', async () => {
  const { body } = await upload();
  const post = await buildPost(server, { user_id: seller.id, images: [body.path] });
  storage.fail('SlowDown');
  await server.call('delete_post', { post_id: post.id }, seller);
  const failed = sql`select from jobs.job where name = ${fileRemoval.name} and state = 'retry'`;
  await expect.poll(async () => (await failed.execute(server.db)).rows).toHaveLength(1);
  storage.heal();
  expect((await server.request(body.url)).status).toBe(200);
  await sql`update jobs.job set start_after = now() where name = ${fileRemoval.name}`.execute(server.db);
  await untilRemoved(body.url);
});
