import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file of a built web app, with the compressed forms that the build has made. */
export type BuiltFile = { content_type: string; content: Buffer; br: Buffer | null; gzip: Buffer | null };

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * Reads the built web app into memory: an upgrade replaces the package under the process that runs.
 * @returns the files by their paths, with `/`
 */
export async function readBuiltFiles(folder: string): Promise<Map<string, BuiltFile>> {
  const files = new Map<string, BuiltFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = new Set(
    entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name)),
  );
  for (const file of paths) {
    if (/\.(?:br|gz)$/.test(file)) continue;
    const compressed = async (ending: string) => (paths.has(file + ending) ? readFile(file + ending) : null);
    files.set(path.relative(folder, file).replaceAll(path.sep, '/'), {
      content_type: contentTypes[path.extname(file)] ?? 'application/octet-stream',
      content: await readFile(file),
      br: await compressed('.br'),
      gzip: await compressed('.gz'),
    });
  }
  return files;
}

const etags = new WeakMap<BuiltFile, string>();

/** The ETag of a file. All its codings have the same one, so it is weak (RFC 9110, section 8.8.1). */
function etagOf(file: BuiltFile): string {
  const known = etags.get(file);
  if (known !== undefined) return known;
  const etag = `"${createHash('sha256').update(file.content).digest('base64url')}"`;
  etags.set(file, etag);
  return etag;
}

/** Sends a file in the smallest form that the browser takes, or says that it has not changed. */
export function sendBuiltFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile, cacheControl: string) {
  const etag = etagOf(file);
  reply.header('cache-control', cacheControl).header('etag', `W/${etag}`).header('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send();
  const coding = (['br', 'gzip'] as const).find((name) => file[name] !== null && accepts(request, name));
  if (coding) reply.header('content-encoding', coding);
  return reply.type(file.content_type).send((coding && file[coding]) ?? file.content);
}

/** Whether the request accepts a coding: it names it without the weight 0. */
const accepts = ({ headers }: FastifyRequest, coding: string): boolean =>
  (headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => part.replaceAll(' ', '').toLowerCase().split(';q='))
    .some(([name, weight = '1']) => name === coding && Number(weight) > 0);
