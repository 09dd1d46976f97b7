import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyEach } from './chosen-file.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const silentFile = () =>
  Object.assign(new File(['x'], 'awan.jpg'), { arrayBuffer: () => new Promise<ArrayBuffer>(() => undefined) });

test('files that cannot be read share one minute, and hold up none that can', async () => {
  const read: (string | undefined)[] = [];
  async function readAll(files: File[]) {
    for await (const copy of copyEach(files)) read.push(copy?.name);
  }
  void readAll([new File(['x'], 'dapur.jpg'), silentFile(), silentFile(), new File(['x'], 'meja.jpg')]);
  await vi.advanceTimersByTimeAsync(62_000);
  await vi.waitFor(() => expect(read).toEqual(['dapur.jpg', undefined, undefined, 'meja.jpg']));
});
