import { existsSync } from 'node:fs';
import path from 'node:path';
import { stallStart, startsAtStall } from '@lapau/contract/boot';
import type { BootData } from '@lapau/contract/boot';
import type { ErrorEnvelope } from '@lapau/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { Platform } from '../platform.ts';
import { programFolder } from '../process/program-folder.ts';
import { readCookie } from '../session/cookies.ts';
import { refusalOf, refuse, sendError } from './failures.ts';
import { mountKeptApp } from './kept-app.ts';
import { openPage } from './page-html.ts';
import type { PageHtml, PageOptions } from './page-html.ts';
import { pagesRoute, serverPaths } from './target.ts';
import { mountWebFiles } from './web-files.ts';

/** The built web app. */
export const webFolder = path.join(programFolder, 'web/dist');

type Pages = PageOptions & {
  /** Makes the boot data for the request's person and a page's address, by default the request's own. */
  boot: (request: FastifyRequest, reply: FastifyReply, address?: string) => Promise<BootData>;
  /** Where the built web app lies; while it does not exist, pages are refused with not_ready. */
  folder?: string | undefined;
};

/**
 * Answers a form that a page has sent by itself, and that ended with an error: with the status of the refusal, and the page at the
 * form's address.
 * @param told makes what the page's boot data says of the refusal
 */
export type RefuseForm = (
  http: { request: FastifyRequest; reply: FastifyReply },
  error: unknown,
  told: (error: ErrorEnvelope) => Partial<BootData>,
) => Promise<FastifyReply>;

/**
 * Serves the built web app: its files, and for every other path the page with its boot data, so that the first paint needs no call.
 */
export async function mountPages(
  app: FastifyInstance,
  platform: Pick<Platform, 'database' | 'log' | 'devices'>,
  { boot, folder = webFolder, ...options }: Pages,
): Promise<{ refuseForm: RefuseForm }> {
  const greet = (request: FastifyRequest, reply: FastifyReply) => {
    const { cookie, csrfToken } = platform.devices.greet(request.headers);
    if (cookie !== undefined) reply.header('set-cookie', cookie);
    return csrfToken;
  };
  const html = existsSync(folder) ? await openPage(folder, platform, options) : undefined;
  if (html) {
    await mountKeptApp(app, { ...options, folder, boot, greet, page: html.kept });
    await mountWebFiles(app, platform, folder);
  }
  const fillPage = (
    { page }: PageHtml,
    boot: BootData,
    request: FastifyRequest,
    reply: FastifyReply,
    address = request.url,
  ) => {
    const csrf_token = greet(request, reply);
    const { dismissed, isLeft, waits } = toldBy(request);
    const data = boot.get_session ? { ...boot, ...dismissed } : { ...boot, csrf_token };
    return reply
      .type('text/html; charset=utf-8')
      .send(page(data, urlOf(request, options.publicUrl, address), isLeft || (waits && !boot.get_session)));
  };
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!html) throw new AppError('not_ready');
    const meant = options.parts.map(({ leadsTo }) => leadsTo?.(request.url)).find((found) => found !== undefined);
    if (meant !== undefined) return reply.header('cache-control', 'no-store').redirect(meant);
    const single = request.url.replace(/^[/\\]{2,}/, '/');
    if (single !== request.url) return reply.header('cache-control', 'no-cache').redirect(single);
    const start = startOf(request);
    const started = start === undefined ? undefined : await boot(request, reply, stallStart);
    // Without that stall the person starts at the feed, as everybody else does.
    const isAtStall = started?.get_session && startsAtStall(started.get_session, start);
    const data = isAtStall ? started : await boot(request, reply);
    const personal = data.get_session !== undefined && data.get_session !== null;
    reply.header('cache-control', `${personal ? 'no-store' : 'private, no-cache'}, no-transform`);
    return fillPage(html, data, request, reply, isAtStall ? stallStart : request.url);
  };
  const refuseForm: RefuseForm = async ({ request, reply }, error, told) => {
    const failure = refusalOf(request, error);
    // A foreign host gets no page, whatever it asks for, and nobody reads the answer to half a form.
    if (!html || failure.code === 'foreign_host' || failure.code === 'malformed_request')
      return sendError(reply, failure);
    // The page says why the form was refused also when that is all that it can say.
    const data = await boot(request, reply).catch((fault: unknown) => {
      refusalOf(request, fault);
      return {};
    });
    const envelope = refuse(reply, failure);
    reply.header('cache-control', 'no-store, no-transform');
    return fillPage(html, { ...data, ...told(envelope) }, request, reply);
  };
  const refuseOther = (request: FastifyRequest, reply: FastifyReply) => {
    const isUnknown = serverPaths.test(request.url) && !isOtherMethod(app, request);
    return sendError(reply, new AppError(isUnknown ? 'unknown_call' : 'method_not_allowed'));
  };
  // Pages have a route, as the answers of the handler for all that has none are not compressed.
  app.get(pagesRoute, async (request, reply) =>
    serverPaths.test(request.url) ? refuseOther(request, reply) : sendPage(request, reply),
  );
  app.setNotFoundHandler(async (request, reply) => refuseOther(request, reply));
  return { refuseForm };
}

/** What the browser tells of its device (web/src/lib/device/told-server.ts), by which the first screen differs. */
function toldBy({ headers }: FastifyRequest) {
  const dismissed = readCookie(headers, 'lapau.dismissed');
  return {
    dismissed: dismissed !== undefined && /^\w{1,7}$/.test(dismissed) && { dismissed_announcement: dismissed },
    isLeft: readCookie(headers, 'lapau.left') !== undefined,
    waits: readCookie(headers, 'lapau.waits') !== undefined,
  };
}

/**
 * The choice of a device whose app is being started with the own stall (web/src/lib/session/start-choice.ts). A link, also of a page whose code
 * is not there yet, leads to the feed.
 */
function startOf({ headers, url }: FastifyRequest): string | undefined {
  const isStart = url === '/' && headers.referer === undefined && (headers['sec-fetch-site'] ?? 'none') === 'none';
  return isStart ? readCookie(headers, 'lapau.start') : undefined;
}

/** The address that the browser has asked for, with its scheme and host. A proxy that does not tell its scheme is taken for the one of PUBLIC_URL, if it has its host. */
function urlOf({ protocol, host }: FastifyRequest, publicUrl: string, address: string): string {
  const asked = `${protocol}://${host}`;
  const isOther = host !== '' && host !== new URL(publicUrl).host && URL.canParse(asked);
  return (isOther ? asked : new URL(publicUrl).origin) + address;
}

/** Whether the address has a route, other than that of pages, by GET or POST. */
function isOtherMethod(app: FastifyInstance, request: FastifyRequest): boolean {
  const url = request.url.split('?', 1)[0] ?? '/';
  return (['GET', 'POST'] as const).some((method) => {
    const found = method === request.method ? null : app.findRoute({ url, method });
    return found !== null && found.params['*'] !== url.slice(1);
  });
}
