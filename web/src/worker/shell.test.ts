import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerCode, dropOlderReleases, keepCode, noteRest, openShell, refreshShell, renewShell } from './shell.ts';
import { noteOpening, noteStart } from './starts.ts';

const origin = 'https://lapau.test';
const pathOf = (request: Request | string) =>
  new URL(typeof request === 'string' ? request : request.url, origin).pathname;

/** The browser's CacheStorage, as far as the worker uses it (Service Workers, section 5.5). */
function createCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const cache = (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return {
      match: async (request: Request | string) => entries.get(pathOf(request))?.clone(),
      put: async (request: Request | string, response: Response) => void entries.set(pathOf(request), response),
      delete: async (request: Request | string) => entries.delete(pathOf(request)),
    };
  };
  return {
    stored,
    open: async (name: string) => cache(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (request: Request | string) =>
      [...stored.values()].map((entries) => entries.get(pathOf(request))?.clone()).find((found) => found !== undefined),
  };
}

const html = (files: string[]) =>
  `<html data-from="device"><div data-first-paint="mark">${files.map((file) => `<script src="${file}">`).join('')}</html>`;

/** A server with a release; `null` for one that does not answer. */
let release: string[] | null;
let missing: string[];
let requested: string[];
let device: ReturnType<typeof createCaches>;

beforeEach(() => {
  device = createCaches();
  release = ['/assets/index-1.js'];
  missing = [];
  requested = [];
  vi.stubGlobal('caches', device);
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const path = pathOf(request);
    requested.push(path);
    if (!release) throw new TypeError('Failed to fetch');
    if (path === '/shell') return new Response(html(release), { headers: { 'content-type': 'text/html' } });
    if (missing.includes(path)) return new Response('gone', { status: 404 });
    return new Response(`code of ${path}`);
  });
});

const opened = async () => (await openShell('/foods', true))?.page.text();

test('a device without the app has nothing to open; with it, it opens without a network', async () => {
  expect(await opened()).toBeUndefined();
  expect(await refreshShell()).toEqual(['/assets/index-1.js']);
  release = null;
  expect(await opened()).toContain('/assets/index-1.js');
  expect(await (await answerCode(new Request(`${origin}/assets/index-1.js`), () => {})).text()).toBe(
    'code of /assets/index-1.js',
  );
});

test('the bars of members show first, of the feed on its path, and the mark alone to others', async () => {
  await refreshShell();
  expect(await (await openShell('/', true))?.page.text()).toContain('data-first-paint="feed"');
  expect(await (await openShell('/foods', true))?.page.text()).toContain('data-first-paint="bars"');
  expect(await (await openShell('/', false))?.page.text()).toContain('data-first-paint="mark"');
});

test('a new release is opened from the next start on, and only when all its code has arrived', async () => {
  await refreshShell();
  release = ['/assets/index-2.js', '/assets/vendor-2.js'];
  missing = ['/assets/vendor-2.js'];
  await expect(refreshShell()).rejects.toThrow('404');
  expect(await opened()).toContain('/assets/index-1.js');
  missing = [];
  expect(await refreshShell()).toEqual(release);
  expect(await opened()).toContain('/assets/index-2.js');
  expect(await refreshShell()).toBeUndefined();
});

test('a device whose process was killed while a release was being stored opens the one before', async () => {
  await refreshShell();
  await device.open('shell /assets/index-2.js');
  expect(await opened()).toContain('/assets/index-1.js');
  release = ['/assets/index-2.js'];
  expect(await refreshShell()).toEqual(release);
  expect(await opened()).toContain('/assets/index-2.js');
});

test('an operator who goes back to the release before has it opened again', async () => {
  await refreshShell();
  release = ['/assets/index-2.js'];
  await refreshShell();
  release = ['/assets/index-1.js'];
  expect(await refreshShell()).toEqual(release);
  expect(await opened()).toContain('/assets/index-1.js');
});

test('the page of a captive portal is not kept', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>Masuk ke WiFi <script src="/assets/portal.js"></html>'));
  expect(await refreshShell()).toBeUndefined();
  expect(await opened()).toBeUndefined();
});

test('code that a page has loaded is kept with the newest release, and an older release goes', async () => {
  await refreshShell();
  await keepCode(['/assets/chat-1.js']);
  requested = [];
  await keepCode(['/assets/chat-1.js']);
  expect(requested).toEqual([]);
  release = ['/assets/index-2.js'];
  await refreshShell();
  expect(await noteRest(['/assets/index-1.js'])).toEqual(['/assets/index-2.js']);
  expect(await noteRest(['/assets/index-2.js', '/assets/chat-1.js'])).toBeUndefined();
  await dropOlderReleases();
  expect([...device.stored.keys()]).toEqual(['shell /assets/index-2.js']);
});

/** Opens the app once. @param starts whether its code works here */
async function start(starts: boolean): Promise<string> {
  const opened = await openShell('/foods', true);
  if (!opened) return 'nothing';
  await noteOpening(opened.release);
  if (starts) await noteStart(opened.release);
  const [, file = ''] = /assets\/(.+?)\.js/.exec(await opened.page.text()) ?? [];
  return opened.isDoubtful ? `${file}, unless the server answers` : file;
}

afterEach(() => void vi.useRealTimers());

test('a release that twice has not started gives way to the one before, and is tried again after a day', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T08:00:00Z') });
  await refreshShell();
  expect(await start(true)).toBe('index-1');
  release = ['/assets/index-2.js'];
  await refreshShell();
  expect([await start(false), await start(false)]).toEqual(['index-2', 'index-2']);
  expect([await start(true), await start(true)]).toEqual(['index-1', 'index-1']);
  vi.setSystemTime(new Date('2026-11-24T09:00:00Z'));
  expect([await start(false), await start(true)]).toEqual(['index-2', 'index-1']);
  release = ['/assets/index-3.js'];
  await refreshShell();
  expect([await start(true), await start(false), await start(false)]).toEqual(['index-3', 'index-3', 'index-3']);
});

test('where there is no other release, the one that has not started opens only without the server', async () => {
  await refreshShell();
  await start(false);
  await start(false);
  expect(await start(false)).toBe('index-1, unless the server answers');
  // The page that the server has sent, of the same release, has come to rest.
  expect(await noteRest(['/assets/index-1.js'])).toBeUndefined();
  expect([await start(false), await start(false), await start(false)]).toEqual(['index-1', 'index-1', 'index-1']);
});

test('a page that the server does not speak with any more gets the new release, tried again, or the server’s page', async () => {
  await refreshShell();
  await start(true);
  release = ['/assets/index-2.js'];
  await refreshShell();
  await start(false);
  await start(false);
  expect(await renewShell()).toBe(true);
  expect(await start(false)).toBe('index-2');

  release = null;
  expect(await renewShell()).toBe(false);
  expect(await start(true)).toBe('index-2');
  release = ['/assets/index-3.js'];
  missing = ['/assets/index-3.js'];
  expect(await renewShell()).toBe(true);
  expect(await start(true)).toBe('nothing');
});
