import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { upload } from './upload.ts';

/** The request under way as the page sees it: a browser's XMLHttpRequest, as far as an upload uses it. */
class Request extends EventTarget {
  static last: Request;
  readonly upload = new EventTarget();
  status = 0;
  response: unknown = null;
  isAborted = false;
  constructor() {
    super();
    Request.last = this;
  }
  open = () => {};
  readonly sentHeaders = new Headers();
  headers = new Headers();
  setRequestHeader = (name: string, value: string) => this.sentHeaders.set(name, value);
  getResponseHeader = (name: string) => this.headers.get(name);
  send = () => {};
  abort = () => {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  };
  /** Reports how many bytes have been sent. */
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
  answer(status: number, response: unknown, headers: Record<string, string> = {}) {
    Object.assign(this, { status, response, headers: new Headers(headers) });
    this.dispatchEvent(new Event('load'));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Request);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const photo = new Blob(['photo']);
const stored = { path: 'a.webp', url: '/storage/a.webp', placeholder: '' };
/** Follows how an upload has ended so far. */
function watch(uploading: Promise<unknown>) {
  let end: unknown = 'under way';
  uploading.then(
    (value) => (end = value),
    (error: unknown) => (end = error),
  );
  return async () => {
    await vi.advanceTimersByTimeAsync(0);
    return end;
  };
}

test('an upload takes as long as it moves', async () => {
  const end = watch(upload('posts/cook', photo));
  for (let sent = 1; sent <= 60; sent += 1) {
    await vi.advanceTimersByTimeAsync(29_000);
    Request.last.progress(sent, 100);
  }
  expect(await end()).toBe('under way');
  Request.last.progress(100, 100);
  // The server may take its time with a large photo.
  await vi.advanceTimersByTimeAsync(119_000);
  expect(await end()).toBe('under way');
  Request.last.answer(200, stored);
  expect(await end()).toEqual(stored);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(Request.last.isAborted).toBe(false);
});

test.each([
  ['that has not begun after 30 seconds', () => {}, 30_000],
  ['of which nothing has moved for 30 seconds', () => Request.last.progress(50, 100), 30_000],
  ['without an answer for two minutes', () => Request.last.progress(100, 100), 120_000],
])('an upload %s counts as one without a network, and ends', async (_what, act, ms) => {
  const end = watch(upload('posts/cook', photo));
  act();
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(await end()).toBe('under way');
  await vi.advanceTimersByTimeAsync(1);
  expect(await end()).toMatchObject({ code: 'network' });
  expect(Request.last.isAborted).toBe(true);
});

test.each([
  ['has been changed', (file: string) => writeFile(file, 'another photo')],
  ['has been removed', (file: string) => rm(file)],
])('an upload whose file %s since it was chosen is no lost signal, and is never tried again', async (_what, lose) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-chosen-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'foto.jpg');
  await writeFile(file, 'photo');
  const chosen = await openAsBlob(file);
  const lost = upload('posts/cook', chosen);
  Request.last.dispatchEvent(new Event('error'));
  await expect(lost).rejects.toMatchObject({ code: 'network' });
  await lose(file);
  const gone = upload('posts/cook', chosen);
  Request.last.dispatchEvent(new Event('error'));
  await expect(gone).rejects.toMatchObject({
    code: 'broken_image',
    message: 'Foto ini tidak dapat dibaca lagi. Pilih sekali lagi.',
  });
});

test('one that is cancelled is known as such; a refusal has the server’s code', async () => {
  const leaving = new AbortController();
  const cancelled = watch(upload('posts/cook', photo, { signal: leaving.signal }));
  leaving.abort();
  expect(await cancelled()).toMatchObject({ name: 'Cancelled' });
  const refused = watch(upload('posts/cook', photo));
  Request.last.answer(413, { code: 'file_too_large', message: 'Foto terlalu besar.' });
  expect(await refused()).toMatchObject({ code: 'file_too_large', status: 413 });
});

test('an upload says whose photo it is; a refusal says when the server takes it', async () => {
  const refused = watch(upload('posts/cook', photo, { account: 'cook' }));
  expect(Request.last.sentHeaders.get('lapau-account')).toBe('cook');
  const answer = { code: 'too_many_uploads', message: 'Terlalu banyak foto.' };
  Request.last.answer(429, answer, { 'retry-after': '3600' });
  expect(await refused()).toMatchObject({ code: 'too_many_uploads', retryAfterSeconds: 3_600 });
});
