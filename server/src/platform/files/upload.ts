import os from 'node:os';
import { Readable } from 'node:stream';
import { limits } from '@lapau/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { Bucket } from '../database/schema.ts';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createSemaphore } from '../process/semaphore.ts';
import type { Member } from '../session/actor.ts';
import { countUploadAttempt } from './attempts.ts';
import { receiveBody } from './body.ts';
import type { FileParts } from './file-transaction.ts';
import type { Purpose } from './image.ts';
import type { PictureWorkers } from './picture-workers.ts';
import { savePicture } from './save.ts';
import type { SavedFile } from './save.ts';

export type Destination = { bucket: Bucket; stem: string; purpose: Purpose };

/** Takes an upload from its first byte to its row. */
type Upload = (http: { request: FastifyRequest; reply: FastifyReply }, to: Destination) => Promise<SavedFile>;

type UploadParts = FileParts & {
  metrics: Metrics;
  database: Database;
  config: Config;
  pictures: PictureWorkers;
  log: Log;
};

/**
 * Makes the function for uploads. The process prepares one picture per core at a time, and one per member; one core is left for calls.
 * @throws AppError too_many_uploads, upload_too_large, unsupported_media_type, not_ready and what preparePicture throws
 */
export function createUpload({ metrics, database, config, pictures, ...parts }: UploadParts): Upload {
  const semaphore = createSemaphore({
    concurrency: Math.max(1, os.availableParallelism() - 1),
    maxQueued: 200,
    // This is less than the minute for which nginx and HAProxy wait for an answer by default.
    waitMs: 50_000,
    perKey: { concurrency: 1, maxQueued: 10 },
  });
  metrics.gauge('lapau_pictures_waiting', 'Uploads that wait for their turn', semaphore.waiting);
  return async ({ request, reply }, { bucket, stem, purpose }) => {
    const member = request.member as Member;
    if (!(request.body instanceof Readable)) throw new AppError('unsupported_media_type');
    if (Number(request.headers['content-length']) > limits.photoBytes) throw new AppError('upload_too_large');
    await countUploadAttempt(database.db, member.id, config.limits.uploadsByMemberAndDay);
    await using body = await receiveBody(request.body, config.dataFolder, limits.photoBytes);
    const disconnected = new AbortController();
    reply.raw.once('close', () => disconnected.abort());
    const picture = await semaphore(member.id, () => pictures.prepare(body, purpose), disconnected.signal);
    return await savePicture(parts, { bucket, stem, uploadedBy: member.id }, picture);
  };
}
