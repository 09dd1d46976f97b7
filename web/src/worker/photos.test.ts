import { beforeEach, expect, test, vi } from 'vitest';

const origin = 'https://lapau.test';
const mebibyte = 1024 * 1024;

/** The browser's storages, which outlive the worker: the index in IndexedDB, and the cache of photos. */
let stored: Map<string, unknown>;
let cached: Map<string, Response>;

vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  get: async (key: string) => structuredClone(stored.get(key)),
  set: async (key: string, value: unknown) => void stored.set(key, structuredClone(value)),
}));

/** The size of each photo on the server; undefined without a network. */
let sizeOf: ((path: string) => number) | undefined;
let requested: string[];

beforeEach(() => {
  stored = new Map();
  cached = new Map();
  sizeOf = () => 1000;
  requested = [];
  vi.resetModules();
  vi.useFakeTimers({ now: new Date('2026-11-23T08:00:00Z') });
  vi.stubGlobal('self', { location: { origin } });
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (path: string) => cached.get(path)?.clone(),
      put: async (path: string, response: Response) => void cached.set(path, response),
      delete: async (path: string) => cached.delete(path),
    }),
    delete: async () => cached.clear(),
  });
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const path = typeof request === 'string' ? request : request.url.slice(origin.length);
    requested.push(path);
    if (!sizeOf) throw new TypeError('Failed to fetch');
    return new Response(new Uint8Array(sizeOf(path)), { headers: { 'content-type': 'image/webp' } });
  });
});

/** A worker that the browser has just started. */
async function startWorker() {
  vi.resetModules();
  const photos = await import('./photos.ts');
  return {
    ...photos,
    /** Answers a page's request for a photo, and waits for the work after it. */
    show: async (path: string) => {
      const work: Promise<unknown>[] = [];
      const response = await photos.answerPhoto(new Request(origin + path), (later) => work.push(later));
      await Promise.all(work);
      vi.advanceTimersByTime(60_000);
      return response;
    },
  };
}

const photo = (name: string, width?: number) => `/storage/posts/ani/${name}${width ? `.${width}` : ''}.webp`;
const stay = () => [...cached.keys()].map((path) => path.replace(/.*\/|\.webp/g, ''));

test('nothing stays while nobody is signed in', async () => {
  const worker = await startWorker();
  expect(await worker.isMemberKnown()).toBe(false);
  expect((await worker.show(photo('gulai', 640))).ok).toBe(true);
  await worker.keepPhotos([photo('sate', 640)]);
  expect(stay()).toEqual([]);
});

test('a photo that was seen shows without a network in every size, also after the worker was ended', async () => {
  const worker = await startWorker();
  await worker.keepPhotosOf('ani');
  await worker.show(photo('gulai', 320));
  requested = [];
  expect((await worker.show(photo('gulai', 640))).ok).toBe(true);
  expect(requested).toEqual([]);

  sizeOf = undefined;
  const next = await startWorker();
  expect(await next.isMemberKnown()).toBe(true);
  expect((await next.show(photo('gulai'))).ok).toBe(true);
  await expect(next.show(photo('sate', 640))).rejects.toThrow('Failed to fetch');
});

test('with a network the full size is fetched, not answered by the small one', async () => {
  const worker = await startWorker();
  await worker.keepPhotosOf('ani');
  await worker.show(photo('gulai', 320));
  requested = [];
  await worker.show(photo('gulai'));
  expect(requested).toEqual([photo('gulai')]);
});

test('of more than 30 MB the least recently used go, by what an earlier worker has noted too', async () => {
  sizeOf = () => 8 * mebibyte;
  const worker = await startWorker();
  await worker.keepPhotosOf('ani');
  for (const name of ['gulai', 'sate', 'soto']) await worker.show(photo(name, 640));
  expect(stay()).toEqual(['gulai', 'sate', 'soto']);
  await worker.show(photo('gulai', 640));

  const next = await startWorker();
  await next.show(photo('rendang', 640));
  expect(stay()).toEqual(['gulai', 'soto', 'rendang']);
  sizeOf = () => 17 * mebibyte;
  await next.show(photo('lontong', 640));
  expect(stay()).toEqual(['rendang', 'lontong']);
});

test('of more than 30 MB those go first that a clock which was ahead has noted', async () => {
  sizeOf = () => 14 * mebibyte;
  const worker = await startWorker();
  await worker.keepPhotosOf('ani');
  vi.setSystemTime(new Date('2028-01-01T08:00:00Z'));
  for (const name of ['gulai', 'sate']) await worker.show(photo(name, 640));
  vi.setSystemTime(new Date('2026-11-24T08:00:00Z'));
  await worker.show(photo('rendang', 640));
  expect(stay()).toEqual(['sate', 'rendang']);
});

test('a photo that is larger than all the room does not stay', async () => {
  sizeOf = () => 31 * mebibyte;
  const worker = await startWorker();
  await worker.keepPhotosOf('ani');
  await worker.show(photo('gulai', 640));
  expect(stay()).toEqual([]);
});

test('photos go with their account, those that arrive late too', async () => {
  const worker = await startWorker();
  await worker.keepPhotosOf('ani');
  await worker.show(photo('gulai', 640));
  await worker.keepPhotosOf('ani');
  expect(stay()).toEqual(['gulai']);

  const work: Promise<unknown>[] = [];
  await worker.answerPhoto(new Request(origin + photo('sate', 640)), (later) => work.push(later));
  await worker.keepPhotosOf('budi');
  await Promise.all(work);
  expect(stay()).toEqual([]);
  await worker.show(photo('soto', 640));
  await worker.keepPhotosOf(null);
  expect(stay()).toEqual([]);
  expect(await (await startWorker()).isMemberKnown()).toBe(false);
});

test('what is no photo does not stay, and neither does a refusal', async () => {
  const worker = await startWorker();
  await worker.keepPhotosOf('ani');
  vi.stubGlobal('fetch', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
  await worker.show(photo('gulai', 640));
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  await worker.show(photo('sate', 640));
  expect(stay()).toEqual([]);
});

test('a device whose IndexedDB refuses keeps photos for as long as the worker runs', async () => {
  const refuse = () => Promise.reject(new DOMException('', 'InvalidStateError'));
  vi.doMock('idb-keyval', () => ({ createStore: () => undefined, get: refuse, set: refuse }));
  const worker = await startWorker();
  await worker.keepPhotosOf('ani');
  await worker.show(photo('gulai', 640));
  sizeOf = undefined;
  expect((await worker.show(photo('gulai', 640))).ok).toBe(true);
  vi.doUnmock('idb-keyval');
});
