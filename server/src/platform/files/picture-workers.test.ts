import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { plainPicture } from '../../testing/pictures.ts';
import { openPictureWorkers } from './picture-workers.ts';

const workers = openPictureWorkers();
afterAll(workers.close);
const bodyOf = (bytes: Buffer) => ({ size: bytes.length, stream: () => Readable.from([bytes]) });
const started: ChildProcess[] = [];
subscribe('child_process', (message) => started.push((message as { process: ChildProcess }).process));

test('pictures are prepared elsewhere, one process after another picture', async () => {
  const png = await plainPicture(200, 100).png().toBuffer();
  const picture = await workers.prepare(bodyOf(png), 'photo');
  expect(picture).toMatchObject({ extension: 'webp', width: 200, height: 100 });
  expect(picture.files.map(({ suffix }) => suffix)).toEqual(['.320', '.640', '']);
  await expect(workers.prepare(bodyOf(Buffer.from('text')), 'photo')).rejects.toMatchObject({ code: 'not_an_image' });
  await workers.prepare(bodyOf(png), 'logo');
  expect(started).toHaveLength(1);
});

test('a worker that dies of a picture refuses it, and the next picture is prepared', async () => {
  const png = await plainPicture().png().toBuffer();
  await workers.prepare(bodyOf(png), 'photo');
  const worker = started.at(-1);
  worker?.kill('SIGSTOP');
  const doomed = workers.prepare(bodyOf(png), 'photo');
  worker?.kill('SIGKILL');
  await expect(doomed).rejects.toMatchObject({ code: 'broken_image' });
  expect(await workers.prepare(bodyOf(png), 'photo')).toMatchObject({ width: 60 });
});
