import { inspect } from 'node:util';
import { afterAll, afterEach, expect, test } from 'vitest';
import { startObjectStorage } from '../../testing/object-storage.ts';
import type { StorageFault } from '../../testing/object-storage.ts';
import { unavailableReason } from '../errors/unavailable.ts';
import { createLog } from '../log/log.ts';
import { openObjectStore } from './object-store.ts';
import type { FileStore } from './store.ts';

const storage = await startObjectStorage();
const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });
const files = await openObjectStore(storage.config, log);
afterEach(storage.heal);
afterAll(async () => {
  files.close();
  await storage.close();
});

const photo = Buffer.from('a photo of gulai paku');
const all = async (store: FileStore) => (await Array.fromAsync(store.list('posts'))).flat();

/** Every kind of call, by name. */
const calls: [string, () => Promise<unknown>][] = [
  ['put', () => files.put('posts', 'a/1.webp', photo)],
  ['find', () => files.find('posts', 'a/1.webp')],
  ['read', () => files.read('posts', 'a/1.webp')],
  ['remove', () => files.remove('posts', ['a/2.webp', 'a/3.webp'])],
  ['list', () => all(files)],
];

/** Makes each kind of call fail. @returns the reasons, as the log would have them */
const reasons = () =>
  Promise.all(
    calls.map(async ([name, call]) => {
      const error = await call().then(
        (answer) => new Error(`${name} answered ${JSON.stringify(answer)}`),
        (failure: unknown) => failure,
      );
      return `${name}: ${unavailableReason(error) ?? String(error)}`;
    }),
  );

test('a file is put, found, read, replaced and removed', async () => {
  expect([await files.find('posts', 'a/1.webp'), await files.read('posts', 'a/1.webp')]).toEqual([
    undefined,
    undefined,
  ]);
  await files.put('posts', 'a/1.webp', photo);
  const found = { etag: expect.stringMatching(/^"[\da-f]{32}"$/), modifiedAt: expect.any(Date), bytes: photo.length };
  expect(await files.find('posts', 'a/1.webp')).toEqual(found);
  expect(await files.read('posts', 'a/1.webp')).toEqual({ ...found, content: photo });
  await files.put('posts', 'a/1.webp', Buffer.from('another'));
  expect(String((await files.read('posts', 'a/1.webp'))?.content)).toBe('another');
  expect(await files.find('avatars', 'a/1.webp')).toBeUndefined();
  await files.remove('posts', ['a/1.webp', 'a/never.webp']);
  await files.remove('posts', ['a/1.webp']);
  expect(await files.find('posts', 'a/1.webp')).toBeUndefined();
});

test('all pages of a bucket are listed, and only of this bucket and prefix', async () => {
  const within = await openObjectStore({ ...storage.config, prefix: 'apps/lapau/' }, log);
  const names = Array.from({ length: 7 }, (_, index) => `owner/${index} & <${index}>.webp`);
  for (const name of names) await within.put('posts', name, photo);
  await within.put('avatars', 'public/logo.png', photo);
  await files.put('posts', 'owner/elsewhere.webp', photo);
  for (const other of ['apps/lapau/posts/', 'apps/lapau/posts-old/x.webp'])
    storage.objects.set(other, { bytes: Buffer.alloc(0), modifiedAt: new Date() });
  storage.state.pageSize = 3;
  expect((await all(within)).toSorted()).toEqual(names);
  await within.remove('posts', names);
  expect(await all(within)).toEqual([]);
  expect(await within.find('avatars', 'public/logo.png')).toBeDefined();
  expect(await files.find('posts', 'owner/elsewhere.webp')).toBeDefined();
  within.close();
});

test.each<StorageFault>(['SlowDown', 'reset', 'half'])(
  'what passes after two failures (%s) is not noticed',
  async (fault) => {
    await files.put('posts', 'b/1.webp', photo);
    storage.fail(fault, 2);
    expect((await files.read('posts', 'b/1.webp'))?.content).toEqual(photo);
    storage.fail(fault, 1);
    await files.put('posts', 'b/2.webp', photo);
    expect(await files.find('posts', 'b/2.webp')).toBeDefined();
  },
);

test.each<[StorageFault, string]>([
  ['SlowDown', '503'],
  ['AccessDenied', '403'],
  ['reset', 'ECONNRESET'],
])('a store that keeps failing (%s) is unavailable, and no file is missing', async (fault, reason) => {
  storage.fail(fault);
  for (const line of await reasons()) expect(line).toMatch(new RegExp(`^\\w+: object storage: .*${reason}`));
});

test.each<[StorageFault, string]>([
  ['NoSuchBucket', '404 .*NoSuchBucket'],
  ['page', '404'],
])('another answer with status 404 (%s) is no missing file', async (fault, reason) => {
  storage.fail(fault);
  for (const line of (await reasons()).filter((text) => !text.startsWith('find')))
    expect(line).toMatch(new RegExp(`^\\w+: object storage: ${reason}`));
});

test('a store that does not answer, or stops within an answer, is given up after seven seconds', async () => {
  const stalling = await startObjectStorage();
  const other = await openObjectStore(stalling.config, log);
  await other.put('posts', 'a/1.webp', photo);
  stalling.fail('stall');
  storage.fail('silence');
  const [silent, ...stalled] = await Promise.all([
    reasons(),
    ...[other.read('posts', 'a/1.webp'), all(other)].map((call) => call.catch(unavailableReason)),
  ]);
  const late = 'object storage: no answer in 7 s';
  expect(silent).toEqual(calls.map(([name]) => `${name}: ${late}`));
  expect(stalled).toEqual([late, late]);
  other.close();
  await stalling.close();
});

test('a clock that differs from the store’s by an hour is corrected', async () => {
  storage.state.clockAheadMs = 60 * 60_000;
  await files.put('posts', 'c/1.webp', photo);
  expect((await files.read('posts', 'c/1.webp'))?.content).toEqual(photo);
});

test('the start is refused by a store that refuses, with a text that says what to check', async () => {
  const { config } = storage;
  for (const wrong of [
    { bucket: 'another' },
    { accessKeyId: 'nobody' },
    { secretAccessKey: 'wrong' },
    { region: 'elsewhere' },
  ])
    await expect(openObjectStore({ ...config, ...wrong }, log)).rejects.toThrow(
      /Lapau is refused by the object storage: .*\nCheck S3_BUCKET/,
    );
});

test('the start does not wait for a store that is away, and logs it without the key', async () => {
  storage.fail('SlowDown');
  const store = await openObjectStore(storage.config, log);
  expect(lines.join('')).toContain('the object storage gives no answer');
  const error = await store.read('posts', 'a/1.webp').catch((failure: unknown) => failure);
  log.error({ err: error }, 'request failed');
  lines.push(inspect(error, { depth: Infinity, showHidden: true }));
  for (const secret of Object.values(storage.config).slice(3, 5)) expect(lines.join('')).not.toContain(secret);
  expect(lines.join('')).not.toMatch(/Signature|AWS4/);
  storage.heal();
  expect(await store.read('posts', 'nobody/1.webp')).toBeUndefined();
  store.close();
});
