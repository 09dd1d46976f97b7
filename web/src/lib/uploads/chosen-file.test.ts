import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyChosen, copyEach } from './chosen-file.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const silentFile = () =>
  Object.assign(new File(['x'], 'awan.jpg'), { arrayBuffer: () => new Promise<ArrayBuffer>(() => undefined) });

test('an empty file is one that another app has not fetched', async () => {
  expect(await copyChosen(new File([], 'awan.jpg'))).toBeUndefined();
});

test('each file that is read slowly has its minute', async () => {
  const slowFile = (name: string) =>
    Object.assign(new File(['x'], name), {
      arrayBuffer: () => new Promise<ArrayBuffer>((resolve) => setTimeout(() => resolve(new ArrayBuffer(1)), 25_000)),
    });
  const names: (string | undefined)[] = [];
  const files = ['satu', 'dua', 'tiga', 'empat'].map(slowFile);
  void (async () => {
    for await (const copy of copyEach(files)) names.push(copy?.name);
  })();
  await vi.advanceTimersByTimeAsync(101_000);
  expect(names).toEqual(['satu', 'dua', 'tiga', 'empat']);
});

test('once one file could not be read in a minute the others are hardly waited for, unless they can be read', async () => {
  const read: (string | undefined)[] = [];
  async function readAll(files: File[]) {
    for await (const copy of copyEach(files)) read.push(copy?.name);
  }
  void readAll([new File(['x'], 'dapur.jpg'), silentFile(), silentFile(), new File(['x'], 'meja.jpg')]);
  await vi.advanceTimersByTimeAsync(62_000);
  await vi.waitFor(() => expect(read).toEqual(['dapur.jpg', undefined, undefined, 'meja.jpg']));
});
