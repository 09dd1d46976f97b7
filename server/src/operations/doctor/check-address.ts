import { findNewestPostId } from '../../features/posts/rules.ts';
import { readSettings } from '../../features/settings/rules.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { untrustedCertificate } from '../../platform/errors/unavailable.ts';
import { codeIn, error, failureOf, ok, warning } from './finding.ts';
import type { Finding } from './finding.ts';

/** The requests look like those of a chat app, which follows no redirect to a login. */
const headers = { 'user-agent': 'WhatsApp/2.24 lapau-doctor' };

const get = (url: string) => fetch(url, { headers, redirect: 'manual' });

/** Whether Lapau runs on this machine, and can serve. */
export async function checkProcess({ host, port }: Config): Promise<Finding> {
  const address = /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  try {
    const { status } = await get(`http://${address}:${port}/readyz`);
    if (status === 200) return ok('process', `runs on port ${port}, and can serve`);
    return error('process', `what runs on port ${port} answers /readyz with ${status}`, 'Look into its log.');
  } catch (failure) {
    const text = `nothing answers on port ${port}: ${failureOf(failure)}`;
    return warning('process', text, 'Start Lapau, unless it runs on another machine or with another PORT.');
  }
}

export const addressMend =
  'Lapau must run, the name lead to the proxy, and the proxy pass everything on: see docs/operating.md.';

/** Whether people reach this Lapau by PUBLIC_URL. */
export async function checkAddress({ publicUrl, trustProxy }: Config): Promise<Finding[]> {
  if (publicUrl === undefined) {
    const mend = 'Set PUBLIC_URL to the address that people use: links in mails and previews start with it.';
    return [warning('address', 'PUBLIC_URL is not set', mend)];
  }
  const answer = await get(`${publicUrl}/healthz`).catch((failure: unknown) => failure);
  if (!(answer instanceof Response)) return [unreachable(publicUrl, answer)];
  const fault = faultIn(publicUrl, answer, await answer.text());
  if (fault) return [fault];
  const findings = [ok('address', `${publicUrl} leads to Lapau`)];
  if (publicUrl.startsWith('https:') && trustProxy === false) {
    const mend =
      'Set TRUST_PROXY=1 and HOST=127.0.0.1, or TRUST_PROXY to the proxy’s address; else all visitors share the limits of the proxy’s address.';
    findings.push(warning('address', 'a proxy ends TLS, and Lapau does not believe it', mend));
  }
  return [...findings, ...clockOf(answer)];
}

function unreachable(publicUrl: string, failure: unknown): Finding {
  const { code } = ((failure as Error).cause ?? {}) as NodeJS.ErrnoException;
  const mend = untrustedCertificate.test(String(code))
    ? 'Have the proxy show a certificate that phones trust for this name, with those in between; for an authority of your own set NODE_EXTRA_CA_CERTS.'
    : addressMend;
  return error('address', `${publicUrl}: ${failureOf(failure)}`, mend);
}

function faultIn(publicUrl: string, { status, headers: answered }: Response, body: string): Finding | undefined {
  if (status === 200 && body === '{"ok":true}') return undefined;
  const address = `${publicUrl}/healthz`;
  if (codeIn(body) === 'foreign_host')
    return error(
      'address',
      `${address} is refused for its host: the proxy passes on another Host than it is given`,
      'Have the proxy pass it on (nginx: proxy_set_header Host $host; Apache: ProxyPreserveHost On), and Lapau run with this PUBLIC_URL; its log has what it got and expected.',
    );
  if (codeIn(body) === 'malformed_request')
    return error(
      'address',
      `${address} is answered with ${status}: what the proxy sends is no HTTP that Lapau can read`,
      'Turn off the PROXY protocol, and TLS between the proxy and Lapau; the headers of a request may have 16 kB.',
    );
  const location = answered.get('location');
  if (location !== null)
    return error(
      'address',
      `${address} leads on to ${location}`,
      'Set PUBLIC_URL to the address that people end at, and have the proxy answer there for every path.',
    );
  return error('address', `${address} is answered with ${status}, not by Lapau`, addressMend);
}

const clockToleranceMs = 60_000;

/** Compares this clock with the header Date, which tells another machine's time where a proxy adds it. */
function clockOf({ headers: answered }: Response): Finding[] {
  const aheadMs = Date.now() - Date.parse(answered.get('date') ?? '');
  if (!(Math.abs(aheadMs) > clockToleranceMs)) return [];
  const text = `differs by ${Math.round(Math.abs(aheadMs) / 1_000)} s from what PUBLIC_URL answers with`;
  return [warning('clock', text, 'Turn on time synchronisation (timedatectl set-ntp true).')];
}

/** Whether a chat app finds the preview of the newest dish, picture included. */
export async function checkPreviews({ publicUrl }: Config, database: Database): Promise<Finding> {
  if ((await readSettings(database.db)).link_previews === 'off') return ok('previews', 'are switched off by an admin');
  const id = await findNewestPostId(database);
  if (publicUrl === undefined || id === undefined)
    return ok('previews', publicUrl === undefined ? 'not looked for without PUBLIC_URL' : 'there is no dish yet');
  const page = await (await get(`${publicUrl}/post/${id}`)).text();
  const picture = /<meta property="og:image" content="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
  if (picture === undefined)
    return error('previews', 'the page of the newest dish does not tell chat apps of its photo', addressMend);
  const { status, headers: answered } = await get(picture);
  if (status === 200 && answered.get('content-type') === 'image/jpeg')
    return ok('previews', 'chat apps find the newest dish and its photo');
  return error('previews', `the picture of the newest dish is answered with ${status}`, addressMend);
}
