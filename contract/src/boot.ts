import type { CallName, CallOutput } from './calls.ts';

/**
 * The JSON block in the page: the answers of these calls, so that the first paint needs no request. The input is empty, but for
 * get_link_preview, which is about the page's own path or the one that /login returns to. Without a session it contains the
 * settings and the preview only.
 */
export type BootData = {
  [
    Name in Extract<
      CallName,
      | 'get_app_settings'
      | 'get_session'
      | 'get_feed'
      | 'get_active_banner'
      | 'get_unique_nagari_options'
      | 'get_link_preview'
    >
  ]?: CallOutput<Name>;
};

/** Paths with another layout than the members' one; a test compares them with the web's route table. */
const otherLayouts = /^\/(?:login|privasi|unauthorized|admin|chat)(?:\/|$)/;

/**
 * Which part of the markup in web/index.html shows until the app has loaded: the members' bars with the feed's blocks or without
 * them, or the mark alone.
 */
export function firstPaint(data: BootData, pathname: string): 'feed' | 'bars' | 'mark' {
  if (!data.get_session || otherLayouts.test(pathname)) return 'mark';
  return pathname === '/' ? 'feed' : 'bars';
}

/** The screens of each chunk of the web app (web/src/app/chunks.ts), by path: the first pattern that matches. */
const screensOfChunks = [
  ['tabs', /^\/(?:foods|warung)$/],
  ['posts', /^\/(?:post\/|warungs\/|saved$)/],
  ['talk', /^\/(?:conversations$|chat\/|profile\/diblokir$)/],
  ['cook', /^\/(?:my-warung|admin\/add-post$|admin\/warungs\/[^/]+\/add-menu$)/],
  ['desk', /^\/admin/],
  ['account', /^\/(?!unauthorized$)./],
] as const;

/**
 * The chunk with the code of the screen that a path opens, so that the page can name it in its head: if the app asked for it only when
 * it has started, a slow line would need another round trip. Undefined for the feed, whose code is part of every first load.
 */
export function screenChunk(data: BootData, pathname: string) {
  if (!data.get_session && pathname !== '/privasi' && pathname !== '/unauthorized') return 'login';
  return screensOfChunks.find(([, paths]) => paths.test(pathname))?.[0];
}
