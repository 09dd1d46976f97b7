import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildHeic } from '../../testing/heic.ts';
import { photoLike, plainPicture } from '../../testing/pictures.ts';
import { createLog } from '../log/log.ts';
import { receiveBody } from './body.ts';
import { openPictureWorkers } from './picture-workers.ts';

const workers = openPictureWorkers(createLog('silent'));
afterAll(workers.close);
const bodyOf = (bytes: Buffer) => ({ size: bytes.length, stream: () => Readable.from([bytes]) });
const started: ChildProcess[] = [];
subscribe('child_process', (message) => started.push((message as { process: ChildProcess }).process));

test('pictures are prepared in another process, which is reused', async () => {
  const png = await plainPicture(200, 100).png().toBuffer();
  const picture = await workers.prepare(bodyOf(png), 'photo');
  expect(picture).toMatchObject({ extension: 'webp', width: 200, height: 100 });
  expect(picture.files.map(({ suffix }) => suffix)).toEqual(['.320', '.640', '']);
  await expect(workers.prepare(bodyOf(Buffer.from('text')), 'photo')).rejects.toMatchObject({ code: 'not_an_image' });
  await workers.prepare(bodyOf(png), 'logo');
  expect(started).toHaveLength(1);
});

test('a picture whose process is killed is retried once in a new process', async () => {
  const png = await plainPicture().png().toBuffer();
  await workers.prepare(bodyOf(png), 'photo');
  const worker = started.at(-1);
  worker?.kill('SIGSTOP');
  const prepared = workers.prepare(bodyOf(png), 'photo');
  worker?.kill('SIGKILL');
  expect(await prepared).toMatchObject({ width: 60 });
  expect(started.at(-1)).not.toBe(worker);
});

test.each([0, 0.3, 0.9, 1])(
  'a received picture whose process is killed after %d of its bytes is prepared from the same bytes',
  async (share) => {
    const jpeg = await (await photoLike(2400, 1800)).jpeg({ quality: 90 }).toBuffer();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-body-'));
    await using body = await receiveBody(Readable.from([jpeg]), folder, jpeg.length);
    let streams = 0;
    const stream = () => {
      streams += 1;
      if (streams > 1) return body.stream();
      let read = 0;
      const worker = started.findLast(({ exitCode, signalCode }) => (exitCode ?? signalCode) === null);
      if (share === 0) worker?.kill('SIGKILL');
      return body.stream().on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read >= share * jpeg.length) worker?.kill('SIGKILL');
      });
    };
    expect(await workers.prepare({ size: body.size, stream }, 'photo')).toMatchObject({ width: 1080 });
    expect(streams).toBe(2);
  },
);

test('a picture whose process is killed twice is refused with not_ready, and the next picture is prepared', async () => {
  const png = await plainPicture().png().toBuffer();
  const kill = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    child.once('spawn', () => child.kill('SIGKILL'));
  };
  const before = started.length;
  const fresh = openPictureWorkers(createLog('silent'));
  onTestFinished(fresh.close);
  subscribe('child_process', kill);
  await expect(fresh.prepare(bodyOf(png), 'photo')).rejects.toMatchObject({ code: 'not_ready' });
  unsubscribe('child_process', kill);
  expect(started.length - before).toBe(2);
  expect(await fresh.prepare(bodyOf(png), 'photo')).toMatchObject({ width: 60 });
});

test('a picture that takes too much time of the processor is refused without a retry', async () => {
  const impatient = openPictureWorkers(createLog('silent'), { cpuMs: 1, workMs: 60_000 });
  onTestFinished(impatient.close);
  const before = started.length;
  const jpeg = await plainPicture(7000, 7000).jpeg().toBuffer();
  await expect(impatient.prepare(bodyOf(jpeg), 'photo')).rejects.toMatchObject({ code: 'picture_too_costly' });
  expect(started.length - before).toBe(1);
});

test('a HEIC that takes too much time of the processor is refused while it is being decoded', async () => {
  const impatient = openPictureWorkers(createLog('silent'), { cpuMs: 1, workMs: 600_000 });
  onTestFinished(impatient.close);
  const before = started.length;
  const heic = buildHeic({ columns: 16, rows: 12, width: 8064, height: 6048 });
  await expect(impatient.prepare(bodyOf(heic), 'photo')).rejects.toMatchObject({ code: 'picture_too_costly' });
  expect(started.length - before).toBe(1);
  expect(await workers.prepare(bodyOf(buildHeic()), 'photo')).toMatchObject({ width: 512 });
});

test('a picture whose process gets no time of the processor is answered not_ready, and may be sent again', async () => {
  const waiting = openPictureWorkers(createLog('silent'), { cpuMs: 20_000, workMs: 200 });
  onTestFinished(waiting.close);
  const before = started.length;
  const stop = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    child.once('message', () => child.kill('SIGSTOP'));
  };
  subscribe('child_process', stop);
  const png = await plainPicture().png().toBuffer();
  await expect(waiting.prepare(bodyOf(png), 'photo')).rejects.toMatchObject({ code: 'not_ready' });
  unsubscribe('child_process', stop);
  expect(started.length - before).toBe(1);
});

test('a picture under way when the server stops is answered not_ready, and its process is not reported as dead', async () => {
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const stopping = openPictureWorkers(log);
  const begun = Promise.withResolvers<void>();
  const stalled = () => {
    begun.resolve();
    return new Readable({ read: () => {} });
  };
  const prepared = stopping.prepare({ size: 1000, stream: stalled }, 'photo');
  await begun.promise;
  stopping.close();
  await expect(prepared).rejects.toMatchObject({ code: 'not_ready' });
  expect(warn).not.toHaveBeenCalled();
});
