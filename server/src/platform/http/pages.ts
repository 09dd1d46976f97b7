import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { firstPaint, screenChunk } from '@lapau/contract/boot';
import type { BootData } from '@lapau/contract/boot';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { Platform } from '../platform.ts';
import { programFolder } from '../process/program-folder.ts';
import { escapeHtml, escapeJson } from './escape.ts';
import { sendError } from './failures.ts';
import { mountKeptApp } from './kept-app.ts';
import type { PagePart } from './page-parts.ts';
import { codeTags, imagePreload, leftAlone } from './preload.ts';
import { openRendering } from './rendering.ts';
import type { RenderedScreen, Rendering } from './rendering.ts';
import { pagesRoute, serverPaths } from './target.ts';
import { mountWebFiles } from './web-files.ts';

/** The built web app. */
export const webFolder = path.join(programFolder, 'web/dist');

type Pages = {
  /** Makes the boot data for the request's person and a page's address, by default the request's own. */
  boot: (request: FastifyRequest, reply: FastifyReply, address?: string) => Promise<BootData>;
  parts: PagePart[];
  publicUrl: string;
  /** Whether devices may keep the app for when they have no signal. */
  isKeptOnDevices: boolean;
  /** Where the built web app lies; while it does not exist, pages are refused with not_ready. */
  folder?: string | undefined;
};

/**
 * Serves the built web app: its files, and for every other path the page with its boot data, so that the first paint needs no call.
 */
export async function mountPages(
  app: FastifyInstance,
  platform: Pick<Platform, 'database' | 'log' | 'devices'>,
  { boot, parts, publicUrl, isKeptOnDevices, folder = webFolder }: Pages,
): Promise<void> {
  const greet = (request: FastifyRequest, reply: FastifyReply) => {
    const cookie = platform.devices.greet(request.headers);
    if (cookie !== undefined) reply.header('set-cookie', cookie);
  };
  const rendering = existsSync(folder) ? await openRendering(folder, platform) : undefined;
  const page = existsSync(folder)
    ? await openPage(folder, { publicUrl, parts, isKeptOnDevices, rendering })
    : undefined;
  if (page) {
    // This page names the code of no screen, as it opens any of them, whoever is signed in.
    await mountKeptApp(app, { folder, boot, greet, parts, page: page({}, '/', { chunk: null }), isKeptOnDevices });
    await mountWebFiles(app, platform, folder);
  }
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!page) throw new AppError('not_ready');
    const meant = parts.map(({ leadsTo }) => leadsTo?.(request.url)).find((found) => found !== undefined);
    if (meant !== undefined) return reply.header('cache-control', 'no-store').redirect(meant);
    const single = request.url.replace(/^[/\\]{2,}/, '/');
    if (single !== request.url) return reply.header('cache-control', 'no-cache').redirect(single);
    const pathname = request.url.split('?', 1)[0] ?? '/';
    const data = await boot(request, reply);
    greet(request, reply);
    const personal = data.get_session !== undefined && data.get_session !== null;
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', `${personal ? 'no-store' : 'private, no-cache'}, no-transform`)
      .send(
        page(data, pathname, {
          chunk: screenChunk(data, pathname),
          screen: rendering?.render(data, urlOf(request)),
        }).replace('<html', `<html data-now="${Date.now()}"`),
      );
  };
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const isUnknown = serverPaths.test(request.url) && !isOtherMethod(app, request);
    return sendError(reply, new AppError(isUnknown ? 'unknown_call' : 'method_not_allowed'));
  };
  // Pages have a route, as the answers of the handler for all that has none are not compressed.
  app.get(pagesRoute, async (request, reply) =>
    serverPaths.test(request.url) ? refuse(request, reply) : sendPage(request, reply),
  );
  app.setNotFoundHandler(async (request, reply) => refuse(request, reply));
}

/** The address that the browser has asked for, as far as the server can tell. */
const urlOf = ({ protocol, host, url }: FastifyRequest): string => `${protocol}://${host}${url}`;

const isOtherMethod = (app: FastifyInstance, request: FastifyRequest) =>
  (['GET', 'POST'] as const).some(
    (method) =>
      method !== request.method && app.findRoute({ url: request.url.split('?', 1)[0] ?? '', method }) !== null,
  );

const codeTag = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;

type PageContent = {
  /** The chunk whose code the page names in its head. */
  chunk: string | null;
  /** The screen with which the page begins, instead of the shell. */
  screen?: RenderedScreen | undefined;
};

/** Reads the built page. @returns a function that fills it with boot data, and with a rendered screen or the shell */
async function openPage(
  folder: string,
  {
    publicUrl,
    parts,
    isKeptOnDevices,
    rendering,
  }: Pick<Pages, 'publicUrl' | 'parts' | 'isKeptOnDevices'> & { rendering: Rendering | undefined },
) {
  const built = await readFile(path.join(folder, 'index.html'), 'utf8');
  const withoutCode = (html: string) =>
    html.replaceAll(codeTag, '').replace('<html', isKeptOnDevices ? '<html' : '<html data-kept="off"');
  const shell = withoutCode(built);
  const around = withoutCode(rendering?.page ?? '');
  const code = codeTags(folder, built.match(codeTag)?.join('').replaceAll('<script', `<script ${leftAlone}`) ?? '');

  return (data: BootData, pathname: string, { chunk, screen }: PageContent): string => {
    const photo = parts.map((part) => part.photo?.(data, pathname)).find((found) => found !== undefined);
    const head = [
      `<script type="application/json" id="boot">${escapeJson(data)}</script>`,
      photo && imagePreload(photo),
      code(chunk, photo !== undefined),
    ];
    const html = screen
      ? around
          .replace('/*screen*/', () => screen.styles)
          .replace('<div id="root"', (root) => `${root} data-rendered="${escapeHtml(screen.address)}"`)
          .replace('<!--screen-->', () => screen.html)
      : shell.replace('<div id="root"', (root) => `${root} data-first-paint="${firstPaint(data, pathname)}"`);
    return parts
      .reduce((page, { fill }) => fill?.(page, { data, pathname, publicUrl }) ?? page, html)
      .replace('<!--boot-->', () => head.join(''));
  };
}
