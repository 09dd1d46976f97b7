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

async function readAll(files: File[]): Promise<(string | undefined)[]> {
  const names: (string | undefined)[] = [];
  for await (const copy of copyEach(files)) names.push(copy?.name);
  return names;
}

test('files that cannot be read share one minute, and hold up none that can', async () => {
  const reading = readAll([new File(['x'], 'dapur.jpg'), silentFile(), silentFile(), new File(['x'], 'meja.jpg')]);
  await vi.advanceTimersByTimeAsync(62_000);
  expect(await reading).toEqual(['dapur.jpg', undefined, undefined, 'meja.jpg']);
});
