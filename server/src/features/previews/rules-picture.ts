import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors/app-error.ts';
import { previewName } from '../../platform/files/paths.ts';
import { saveBeside } from '../../platform/files/save.ts';
import { addressOf } from '../../platform/http/address.ts';
import { costs, spend } from '../../platform/http/costs.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSemaphore } from '../../platform/process/semaphore.ts';

/**
 * Makes the JPEG of a photo in bucket posts unless it is stored already.
 * @returns the name under which it is stored beside the photo; both are removed together
 * @throws AppError file_not_found; rate_limited and not_ready when too many are to be made
 */
type EnsurePreviewPicture = (path: string, request: FastifyRequest) => Promise<string>;

/** Requests for the same picture share one making. Only one picture is made at a time, as everybody may ask without signing in. */
export function createPreviewPictures(platform: Platform): EnsurePreviewPicture {
  const { files, limits } = platform;
  const semaphore = createSemaphore({ concurrency: 1, maxQueued: 60, waitMs: 10_000, perKey: { maxQueued: 20 } });
  const making = new Map<string, Promise<void>>();

  const make = (path: string, address: string): Promise<void> => {
    const made = semaphore(address, () => makePreviewPicture(platform, path)).finally(() => making.delete(path));
    making.set(path, made);
    return made;
  };

  return async (path, request) => {
    const name = previewName(path);
    if (await files.find('posts', name)) return name;
    let made = making.get(path);
    if (!made) {
      await spend(limits, { request, memberId: undefined, units: costs.previewPicture });
      made = making.get(path) ?? make(path, addressOf(request));
    }
    await made;
    return name;
  };
}

async function makePreviewPicture(platform: Platform, path: string): Promise<void> {
  const { files, pictures } = platform;
  const photo = await files.read('posts', path);
  if (!photo) throw new AppError('file_not_found');
  const body = { size: photo.bytes, stream: () => Readable.from([photo.content]) };
  const [jpeg] = (await pictures.prepare(body, 'preview')).files;
  if (!jpeg || !(await saveBeside(platform, { bucket: 'posts', path, name: previewName(path) }, jpeg.bytes)))
    throw new AppError('file_not_found');
}
