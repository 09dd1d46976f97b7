import type { BootData } from '@lapau/contract/boot';
import { screenAt } from '@lapau/contract/screens';
import type { ScreenPath } from '@lapau/contract/screens';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { dropBootAnswers, putBootAnswers } from '../lib/calls/boot.ts';
import { createQueryClient } from '../lib/query/query.ts';
import { forgetRenderedPlaces, renderedPlaces } from '../lib/screen/takes-place.ts';
import { firstAddress } from './first-address.ts';
import { Page } from './page.tsx';
import { renderedScreens } from './rendered-screens.ts';
import { routes } from './routes.ts';

const rendered = new Set<ScreenPath>(renderedScreens);

/**
 * A screen as HTML, the address that it belongs to (a stranger's link shows /login), and the attributes that the page's root element has
 * with it.
 */
type RenderedScreen = { html: string; address: string; attributes: string[] };

/** Loads the code of the screens that the server renders. @throws Error when code of the build is missing */
export async function loadScreens(): Promise<void> {
  for (const { path, screen } of routes)
    if (rendered.has(path) && (await screen.code?.load()) === false) throw new Error(`The code of ${path} is missing.`);
}

/**
 * Renders what a page shows first, by its boot data alone. Rendering is one step without any wait, so that nothing of one request is ever
 * there while another one is rendered.
 * @param page.url the page's address, with its scheme and host
 * @param page.time when it is made, in milliseconds since 1970
 * @returns undefined where the page is to begin with the shell: for other screens, for the other forms of /login, and where the boot
 *   data does not say who asks
 */
export function renderScreen(data: BootData, page: { url: string; time: number }): RenderedScreen | undefined {
  if (data.get_session === undefined) return undefined;
  const url = new URL(page.url);
  const first = firstAddress(data.get_session?.profile.role ?? null, url);
  const { pathname, searchParams } = new URL(first, url);
  // A member at /login comes to another screen, of which this page's data says nothing, or opens a mailed link, which the server cannot see.
  if (data.get_session && pathname !== url.pathname) return undefined;
  // The other forms of /login need the code: a browser that sent them by itself would write what is typed into the address.
  if (!rendered.has(screenAt(pathname)) || searchParams.has('mode')) return undefined;
  const client = createQueryClient(() => undefined);
  putBootAnswers(data, { time: page.time, url });
  try {
    const html = renderToString(
      <Page client={client} router={(app) => <StaticRouter location={first}>{app}</StaticRouter>} />,
    );
    return { html, address: first, attributes: renderedPlaces().map((place) => `data-${place}`) };
  } finally {
    dropBootAnswers();
    forgetRenderedPlaces();
    // Queries have timers, which would keep them for minutes.
    client.clear();
  }
}
