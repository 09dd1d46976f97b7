import type { IncomingHttpHeaders } from 'node:http';

/** Matches programs that fetch pages and call themselves a browser: chat apps that preview a link, search engines. */
const program = /bot|crawl|spider|preview|externalhit|facebookcatalog|embedly|slurp|pagerenderer/i;

/**
 * Whether a page is opened by a person who follows a link from outside. Chat apps fetch the page of every link for its preview, mostly
 * by a name of their own (`WhatsApp/2.24`), browsers fetch what may be opened next, and a link within the page leads from dish to dish.
 * Old browsers do not send the headers of the Fetch standard.
 */
export function isOpenedByPerson({ method, headers }: { method: string; headers: IncomingHttpHeaders }): boolean {
  const agent = headers['user-agent'] ?? '';
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']];
  return (
    method === 'GET' &&
    agent.startsWith('Mozilla/5.0') &&
    !program.test(agent) &&
    !/prefetch|preview/i.test(purposes.join(' ')) &&
    (headers['sec-fetch-dest'] ?? 'document') === 'document' &&
    headers['sec-fetch-site'] !== 'same-origin'
  );
}
