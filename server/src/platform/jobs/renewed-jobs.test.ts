import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { defineJob } from './jobs.ts';

const server = await startTestServer();
const { db, platform } = server;

/** By this client tests fetch jobs of a kind that no worker of the server knows. */
const boss = new PgBoss({ connectionString: server.databaseUrl, schema: 'jobs', supervise: false, schedule: false });
await boss.start();
afterAll(() => boss.stop());

type News = { about?: string; text: string; attempt?: number };
const tell = defineJob<News>('tell_news', {}, { subjectOf: ({ about }) => about });
await boss.createQueue(tell.name);
const enqueue = (...news: News[]) => platform.transaction((tx) => tx.enqueueAll(tell, news));
const fetchAll = async () =>
  (await boss.fetch<News>(tell.name, { batchSize: 100 })).map(({ data }) => data.text).toSorted();

test('a new job takes the place of one that waits about the same, not of one that has begun or is about nothing', async () => {
  await enqueue({ about: 'rice', text: 'one' }, { about: 'fish', text: 'two' }, { text: 'three' });
  await enqueue({ about: 'rice', text: 'four' }, { text: 'five' });
  expect(await fetchAll()).toEqual(['five', 'four', 'three', 'two']);
  await enqueue({ about: 'rice', text: 'six' });
  expect(await fetchAll()).toEqual(['six']);
});

test('a job that is being renewed is not fetched before what renews it is committed, and a transaction that fails renews nothing', async () => {
  await enqueue({ about: 'price', text: 'old' });
  const failing = platform.transaction(async (tx) => {
    await tx.enqueueAll(tell, [{ about: 'price', text: 'wrong' }]);
    expect(await fetchAll()).toEqual([]);
    throw new Error('not this one');
  });
  await expect(failing).rejects.toThrow('not this one');
  await platform.transaction(async (tx) => {
    await tx.enqueueAll(tell, [{ about: 'price', text: 'new' }]);
    expect(await fetchAll()).toEqual([]);
    // Another transaction does not wait for the locked job, and queues one of its own.
    await enqueue({ about: 'price', text: 'of another' });
  });
  expect(await fetchAll()).toEqual(['new', 'of another']);
});

test('a job that was put off is soon due when it is renewed', async () => {
  await platform.jobs.enqueueNow(tell, { about: 'closed', text: 'one' }, { afterMs: 3_600_000 });
  await enqueue({ about: 'closed', text: 'two' });
  const { rows } = await sql<{ text: string; seconds: number }>`
    select data ->> 'text' as text, extract(epoch from start_after - now())::float8 as seconds
    from jobs.job where name = ${tell.name} and state = 'created'`.execute(db);
  expect(rows).toEqual([{ text: 'two', seconds: expect.any(Number) }]);
  expect(rows[0]?.seconds).toBeLessThanOrEqual(10);
});

test('of two jobs about the same that wait, a third leaves one', async () => {
  await platform.transaction(async (tx) => {
    await tx.enqueueAll(tell, [{ about: 'salt', text: 'one' }]);
    await enqueue({ about: 'salt', text: 'two' }, { about: 'oil', text: 'of another' });
  });
  await enqueue({ about: 'salt', text: 'three' });
  expect(await fetchAll()).toEqual(['of another', 'three']);
});

test('a job that has failed keeps its time and its number of failures when it is renewed, also beside one that has not', async () => {
  await platform.jobs.enqueueNow(tell, { about: 'busy', text: 'failed', attempt: 2 }, { afterMs: 3_600_000 });
  await platform.jobs.enqueueNow(tell, { about: 'busy', text: 'fresh', attempt: 0 });
  await enqueue({ about: 'busy', text: 'newest', attempt: 0 });
  expect(await fetchAll()).toEqual([]);
  const { rows } = await sql<{ data: News; seconds: number }>`
    select data, extract(epoch from start_after - now())::float8 as seconds
    from jobs.job where name = ${tell.name} and singleton_key = 'busy'`.execute(db);
  expect(rows).toEqual([{ data: { about: 'busy', text: 'newest', attempt: 2 }, seconds: expect.any(Number) }]);
  expect(rows[0]?.seconds).toBeGreaterThan(3_000);
});
