import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { photoLike } from '../../../server/src/testing/pictures.ts';
import { runInRounds, median } from '../../shared/rounds.ts';
import { kilobytes, milliseconds } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { cookieOf, memberId } from '../data/data.ts';
import { load } from '../load/wrk.ts';
import type { Prepared } from '../programs/picture.ts';
import { getFeed, ofEachReader } from './bench.ts';
import type { Bench } from './bench.ts';

/** Measures what it costs to prepare a phone's photo, and what uploads do to the feed's readers. */
export async function measurePhotos(bench: Bench): Promise<Row[]> {
  const photo = await (await photoLike(4000, 3000)).jpeg({ quality: 90 }).toBuffer();
  return [...(await prepare(photo)), await feedDuringUploads(bench, photo)];
}

async function prepare(photo: Buffer): Promise<Row[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-bench-photo-'));
  const file = path.join(folder, 'photo.jpg');
  await writeFile(file, photo);
  const child = fork(path.join(import.meta.dirname, '../programs/picture.ts'), [file]);
  const [{ cpuSeconds, sizes }] = (await once(child, 'message')) as [Prepared];
  await rm(folder, { recursive: true });
  const cpu = median(cpuSeconds);
  const against = `of ${kilobytes(photo.length)}`;
  const size = (what: string, bytes: number, limit: number): Row => ({
    what: `12-megapixel JPEG, ${what}`,
    measured: kilobytes(bytes),
    against,
    budget: `<= ${limit} kB`,
    isMet: bytes <= limit * 1000,
  });
  return [
    size('640 px', sizes['.640'] ?? Number.NaN, 80),
    size('1080 px', sizes[''] ?? Number.NaN, 200),
    {
      what: '12-megapixel JPEG, all three',
      measured: `${cpu.toFixed(2)} CPU s`,
      budget: '<= 0.6 CPU s',
      isMet: cpu <= 0.6,
    },
  ];
}

const photos = 20;

async function feedDuringUploads({ lapau, rounds, seconds }: Bench, photo: Buffer): Promise<Row> {
  const ofFeed = () =>
    load(
      lapau.url,
      ofEachReader((reader) => getFeed(reader)),
      { connections: 16, seconds },
    );
  const turns = await runInRounds(rounds, {
    idle: ofFeed,
    uploading: async () => {
      const uploads = Promise.all(Array.from({ length: photos }, (_, index) => upload(lapau.url, index + 1, photo)));
      const [measured] = await Promise.all([ofFeed(), uploads]);
      return measured;
    },
  });
  const idle = median(turns.idle.map(({ p99 }) => p99));
  const uploading = median(turns.uploading.map(({ p99 }) => p99));
  return {
    what: `get_feed p99 while ${photos} photos are uploaded`,
    measured: milliseconds(uploading),
    against: `idle ${milliseconds(idle)}`,
    ratio: uploading / idle,
    budget: '<= 3.0',
    isMet: uploading / idle <= 3,
  };
}

/** Uploads by node:http, which does not copy the buffer, as the sender shares the machine with the server. */
async function upload(url: string, seller: number, photo: Buffer): Promise<void> {
  const headers = { 'content-type': 'image/jpeg', 'content-length': photo.length, cookie: cookieOf(seller) };
  const request = http.request(`${url}/storage/posts/${memberId(seller)}`, { method: 'POST', headers });
  request.end(photo);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`an upload was answered ${response.statusCode}: ${answer}`);
}
