import type { CallName } from '@lapau/contract/calls';
import type { FeedPost } from '@lapau/contract/posts';
import type { ScreenPath } from '@lapau/contract/screens';
import type { Page } from '@playwright/test';
import { withoutBootData } from './boot.ts';
import { answerCall, pauseCall, failCall } from './calls.ts';

/** A screen in one of its states, with what it takes to get there: take-screenshots.ts captures it, every-screen.spec.ts checks it. */
export type Screen = {
  name: string;
  path: ScreenPath;
  /** One of the demo's accounts; nobody is signed in without it. */
  as?: 'admin' | 'penjual' | 'pembeli';
  /** The address to open, if it differs from the path. */
  route?: string | ((page: Page) => Promise<string>);
  /** Runs before the page is opened. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Runs after the page is opened. */
  act?: (page: Page) => Promise<unknown>;
  /** A text that shows when the screen is loaded. */
  shows: string | RegExp;
};

/** A screen that shows the output of one call, in its states: loaded, empty, loading and failed. */
export function states(screen: Screen & { call: CallName; empty?: string; failed: string | RegExp }): Screen[] {
  const { call, empty, failed, ...full } = screen;
  const state = (name: string, prepare: (page: Page) => Promise<unknown>, shows: string | RegExp): Screen => ({
    ...full,
    name: `${full.name}-${name}`,
    prepare: async (page) => {
      await withoutBootData(page);
      await prepare(page);
    },
    shows,
  });
  let requested: Promise<unknown> | undefined;
  const wait = (page: Page) => {
    // The screen is shown once it has sent the call.
    requested = page.waitForRequest(`**/rpc/${call}`);
    return pauseCall(page, call);
  };
  return [
    full,
    ...(empty ? [state('empty', (page) => answerCall(page, call, []), empty)] : []),
    { ...state('loading', wait, /Memuat\.\.\.|Menunggu sinyal|Belum ada jawaban/), act: async () => requested },
    state('error', (page) => failCall(page, call), failed),
  ];
}

/** The newest dish of a stall. */
export async function dish(page: Page): Promise<FeedPost> {
  const response = await page.request.post('/rpc/get_feed', { data: { include_admin_posts: false } });
  const [post] = (await response.json()) as FeedPost[];
  if (!post) throw new Error('The demo village has no dish.');
  return post;
}
