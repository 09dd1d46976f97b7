import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BootData } from '@lapau/contract/boot';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { PagePart } from './page-parts.ts';

type KeptApp = {
  /** The built web app. */
  folder: string;
  boot: (request: FastifyRequest, reply: FastifyReply, address: string) => Promise<BootData>;
  /** Gives a browser that has none the cookie of its device. */
  greet: (request: FastifyRequest, reply: FastifyReply) => void;
  parts: PagePart[];
  /** The page without any boot data. */
  page: string;
  isKeptOnDevices: boolean;
};

export const manifestFile = 'manifest.webmanifest';

/**
 * Serves what a device needs to install the app, and to open it without a network (web/src/worker): the manifest, the worker, the page
 * that it opens, and the boot data that such a page asks for by a call. If the app is not kept, the worker deletes what earlier ones
 * have stored and unregisters itself.
 */
export async function mountKeptApp(
  app: FastifyInstance,
  { folder, boot, greet, parts, page, isKeptOnDevices }: KeptApp,
): Promise<void> {
  const worker = await readFile(path.join(folder, isKeptOnDevices ? 'worker.js' : 'worker-leave.js'), 'utf8');
  const kept = page.replace('<html', '<html data-from="device"');
  const manifest = JSON.parse(await readFile(path.join(folder, manifestFile), 'utf8')) as object;
  app.get(`/${manifestFile}`, async (request, reply) => {
    const data = await boot(request, reply, request.url);
    const own = Object.assign({}, manifest, ...parts.map((part) => part.manifest?.(data))) as object;
    return sendText(request, reply, { type: 'application/manifest+json', text: JSON.stringify(own) });
  });
  app.get('/worker.js', (request, reply) => sendText(request, reply, { type: 'text/javascript', text: worker }));
  app.get('/shell', (request, reply) => {
    if (!isKeptOnDevices) throw new AppError('unknown_call');
    return sendText(request, reply, { type: 'text/html', text: kept });
  });
  app.get<{ Querystring: { path?: unknown } }>('/boot.json', async (request, reply) => {
    const address = request.query.path;
    if (typeof address !== 'string' || !address.startsWith('/')) throw new AppError('malformed_request');
    greet(request, reply);
    return reply.header('cache-control', 'no-store').send(await boot(request, reply, address));
  });
}

/** Sends a text, for which a browser asks at every start, only if the browser does not have it already. */
function sendText(request: FastifyRequest, reply: FastifyReply, { type, text }: { type: string; text: string }) {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache, no-transform').header('etag', etag);
  return request.headers['if-none-match'] === etag ? reply.status(304).send() : reply.send(text);
}
