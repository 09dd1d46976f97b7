import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bucket } from '../database/schema.ts';
import { AppError } from '../errors/app-error.ts';
import { isBucket, isStoredName, isUnique } from './paths.ts';
import { sniff } from './sniff.ts';
import type { ImageFormat } from './sniff.ts';
import type { FileStore } from './store.ts';

const contentTypes: Record<ImageFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heif: 'image/heif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
};

/**
 * The headers that tell caches how long to keep a file. A cache that several people share, such as a proxy's, asks again after two
 * minutes (RFC 9111 section 5.2.2.10), so that a deleted photo is soon gone there too for people who have not seen it (D112).
 */
export const cacheControls = {
  /** For a file that is never replaced: browsers keep it. */
  unique: 'public, max-age=31536000, s-maxage=120, immutable',
  replaced: 'public, max-age=3600, s-maxage=120',
};

/**
 * Answers with a stored file by its address: kept by a browser for ever under a unique name, for an hour under one that may be
 * replaced.
 * @throws AppError file_not_found, also for an invalid name
 */
export async function serveFile(
  files: FileStore,
  bucket: string,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!isBucket(bucket) || !isStoredName(name)) throw new AppError('file_not_found');
  const cacheControl = cacheControls[isUnique(bucket, name) ? 'unique' : 'replaced'];
  return sendFile(files, { bucket, name, cacheControl }, request, reply);
}

/**
 * Answers with a stored file, whose type is known by its bytes.
 * @throws AppError file_not_found
 */
export async function sendFile(
  files: FileStore,
  { bucket, name, cacheControl }: { bucket: Bucket; name: string; cacheControl: string },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const ifNoneMatch = request.headers['if-none-match'];
  const known = ifNoneMatch === undefined ? undefined : await files.find(bucket, name);
  const unchanged = known && isFresh(ifNoneMatch, known.etag) ? known : undefined;
  const whole = unchanged ? undefined : await files.read(bucket, name);
  const file = unchanged ?? whole;
  if (!file) throw new AppError('file_not_found');
  reply.headers({
    'cache-control': cacheControl,
    etag: file.etag,
    'last-modified': file.modifiedAt.toUTCString(),
    // An SVG is only a picture, and never a page: it has no scripts and no frames, and its address downloads it (D19).
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    // The native app shows these files on a page of another origin.
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (!whole) return reply.code(304).send();
  const format = sniff(whole.content);
  if (format === 'svg') reply.header('content-disposition', 'attachment');
  return reply.type(format ? contentTypes[format] : 'application/octet-stream').send(whole.content);
}

/** Whether the browser's file is the same, by the weak comparison of RFC 9110 section 13.1.2. */
function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return (
    ifNoneMatch !== undefined &&
    (ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag)))
  );
}
