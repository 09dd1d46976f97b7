import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { firstPaint, screenChunk } from '@lapau/contract/boot';
import type { BootData } from '@lapau/contract/boot';
import type { Platform } from '../platform.ts';
import { escapeHtml, escapeJson } from './escape.ts';
import type { PagePart } from './page-parts.ts';
import { codeTags, imagePreload, leftAlone } from './preload.ts';
import { openRendering } from './rendering.ts';
import type { RenderedScreen } from './rendering.ts';

export type PageOptions = {
  parts: PagePart[];
  publicUrl: string;
  /** Whether devices may keep the app for when they have no signal. */
  isKeptOnDevices: boolean;
  /** Tells whether other requests wait for this process, if not by its load. */
  isBusy?: (() => boolean) | undefined;
};

export type PageHtml = {
  /**
   * The page at an address (with its scheme and host), with its boot data, and with its first screen or else the shell.
   * @param isShell whether only the device knows what its first screen shows
   */
  page: (data: BootData, url: string, isShell: boolean) => string;
  /** The page without any boot data. It names the code of no screen, as it opens any of them, whoever is signed in. */
  kept: string;
};

type Content = { pathname: string; chunk: string | null; isRendered?: boolean };

const codeTag = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;

/** Opens the page of the built web app, and what renders screens into it. */
export async function openPage(
  folder: string,
  platform: Pick<Platform, 'log'>,
  { parts, publicUrl, isKeptOnDevices, isBusy }: PageOptions,
): Promise<PageHtml> {
  const rendering = await openRendering(folder, platform, isBusy);
  const built = await readFile(path.join(folder, 'index.html'), 'utf8');
  const withoutCode = (html: string) =>
    html.replaceAll(codeTag, '').replace('<html', isKeptOnDevices ? '<html' : '<html data-kept="off"');
  const shell = withoutCode(built);
  const around = withoutCode(rendering?.page ?? '');
  const code = codeTags(folder, built.match(codeTag)?.join('').replaceAll('<script', `<script ${leftAlone}`) ?? '');

  function fill(html: string, data: BootData, { pathname, chunk, isRendered = false }: Content): string {
    const photo = parts.map((part) => part.photo?.(data, pathname)).find((found) => found !== undefined);
    const head = [
      `<script type="application/json" id="boot">${escapeJson(data)}</script>`,
      photo && imagePreload(photo),
      code(chunk, { isAfterPhoto: photo !== undefined, isRendered }),
    ];
    return parts
      .reduce((page, part) => part.fill?.(page, { data, pathname, publicUrl }) ?? page, html)
      .replace('<!--boot-->', () => head.join(''));
  }
  const withShell = (data: BootData, pathname: string) =>
    shell.replace('<div id="root"', (root) => `${root} data-first-paint="${firstPaint(data, pathname)}"`);
  const withScreen = ({ html, styles, address, attributes }: RenderedScreen) =>
    around
      .replace('<html', ['<html', ...attributes].join(' '))
      .replace('/*screen*/', () => styles)
      .replace('<div id="root"', (root) => `${root} data-rendered="${escapeHtml(address)}"`)
      .replace('<!--screen-->', () => html);

  return {
    page: (data, url, isShell) => {
      const time = Date.now();
      const { pathname } = new URL(url);
      const screen = isShell ? undefined : rendering?.render(data, { url, time });
      const html = screen ? withScreen(screen) : withShell(data, pathname);
      return fill(html, data, {
        pathname,
        chunk: screenChunk(data, pathname),
        isRendered: screen !== undefined,
      }).replace('<html', `<html data-now="${time}"`);
    },
    kept: fill(withShell({}, '/'), {}, { pathname: '/', chunk: null }),
  };
}
