import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import type { BootData } from '@lapau/contract/boot';
import { LRUCache } from 'lru-cache';
import type { Platform } from '../platform.ts';
import { atMost } from '../process/lru.ts';
import { escapeHtml } from './escape.ts';
import { stylesFor } from './page-styles.ts';
import type { StyleRule } from './page-styles.ts';

/** A screen's HTML with the styles that it needs, the address that it belongs to, and attributes of the page's root element. */
export type RenderedScreen = { html: string; styles: string; address: string; attributes: string[] };

export type Rendering = {
  /** The page around a screen. */
  page: string;
  /** @returns undefined where the page is to begin with the shell */
  render: (data: BootData, page: RenderedPage) => RenderedScreen | undefined;
};

/** The page's address, with its scheme and host, and when it is made, in milliseconds since 1970. */
type RenderedPage = { url: string; time: number };

/** The build's own module (web/src/app/render.tsx). */
type Code = {
  loadScreens: () => Promise<void>;
  renderScreen: (data: BootData, page: RenderedPage) => Omit<RenderedScreen, 'styles'> | undefined;
};

/** Screens that strangers have asked for are kept, as they get the same one each time. */
const keptScreens = 100;
/** Stands in a kept screen for the token of whoever asks for it. */
const anyToken = randomUUID();

/**
 * Opens what the build has made to render screens on the server (D109). Under load nothing is rendered, as the shell costs less; and a
 * fault in a screen's code costs no page.
 * @param folder the folder of the built web app
 * @param isBusy tells whether other requests wait for this process
 * @returns undefined where the build has none
 */
export async function openRendering(
  folder: string,
  { log }: Pick<Platform, 'log'>,
  isBusy = watchLoad(),
): Promise<Rendering | undefined> {
  const built = (name: string) => path.join(folder, '.server', name);
  if (!existsSync(built('render.js'))) return undefined;
  const { loadScreens, renderScreen } = (await import(pathToFileURL(built('render.js')).href)) as Code;
  await loadScreens();
  const rules = JSON.parse(await readFile(built('styles.json'), 'utf8')) as StyleRule[];
  const kept = new LRUCache<string, RenderedScreen>(atMost(keptScreens));

  function renderAnew(data: BootData, page: RenderedPage): RenderedScreen | undefined {
    if (isBusy()) return undefined;
    try {
      const screen = renderScreen(data, page);
      return screen && { ...screen, styles: stylesFor(screen.html, rules) };
    } catch (error) {
      log.error({ err: error, url: new URL(page.url).pathname }, 'a screen could not be rendered');
      return undefined;
    }
  }

  function renderForStranger({ csrf_token: token = '', ...data }: BootData, page: RenderedPage) {
    const key = `${page.url} ${JSON.stringify(data)}`;
    const screen = kept.get(key) ?? renderAnew({ ...data, csrf_token: anyToken }, page);
    kept.set(key, screen);
    return screen && { ...screen, html: screen.html.replace(anyToken, () => escapeHtml(token)) };
  }

  return {
    page: await readFile(built('page.html'), 'utf8'),
    render: (data, page) => {
      // A refused sign-in is nobody else's.
      const isAnybodys = data.get_session === null && data.refused_sign_in === undefined;
      return isAnybodys ? renderForStranger(data, page) : renderAnew(data, page);
    },
  };
}

const busyShare = 0.75;
const sampleMs = 500;

/** @returns tells whether the process has worked for most of the last moments, so that other requests wait */
export function watchLoad(): () => boolean {
  let sampled = performance.eventLoopUtilization();
  let sampledAt = performance.now();
  let isBusy = false;
  return () => {
    if (performance.now() - sampledAt < sampleMs) return isBusy;
    isBusy = performance.eventLoopUtilization(sampled).utilization > busyShare;
    sampled = performance.eventLoopUtilization();
    sampledAt = performance.now();
    return isBusy;
  };
}
