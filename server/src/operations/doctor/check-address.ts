import { findNewestPostId } from '../../features/posts/rules.ts';
import { readSettings } from '../../features/settings/rules.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { checkRealtime } from './check-realtime.ts';
import { error, ok, reasonOf, warning } from './finding.ts';
import type { Finding } from './finding.ts';

/** Chat apps name themselves so, and follow no redirect to a login. */
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

/**
 * Whether people reach this Lapau by PUBLIC_URL, and are told there what changes.
 * @param realtimeMs how long the latter may take
 */
export async function checkAddress({ publicUrl, trustProxy }: Config, realtimeMs: number): Promise<Finding[]> {
  if (publicUrl === undefined) {
    const mend = 'Set PUBLIC_URL to the address that people use: links in mails and previews start with it.';
    return [warning('address', 'PUBLIC_URL is not set', mend)];
  }
  const answer = await get(`${publicUrl}/healthz`).catch((failure: unknown) => {
    throw new Error(`${publicUrl}: ${failureOf(failure)}`, { cause: failure });
  });
  const isLapau = answer.status === 200 && (await answer.text()) === '{"ok":true}';
  if (!isLapau)
    return [error('address', `${publicUrl}/healthz is answered with ${answer.status}, not by Lapau`, addressMend)];
  const findings = [ok('address', `${publicUrl} leads to Lapau`)];
  if (publicUrl.startsWith('https:') && trustProxy === false) {
    const mend =
      'Set TRUST_PROXY=1 and HOST=127.0.0.1, or TRUST_PROXY to the proxy’s address; else all visitors share the limits of the proxy’s address.';
    findings.push(warning('address', 'a proxy ends TLS, and Lapau does not believe it', mend));
  }
  return [...findings, await checkRealtime(publicUrl, realtimeMs), ...clockOf(answer)];
}

const clockToleranceMs = 60_000;

/** The Date header is another machine's where a proxy adds it. */
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

/** fetch says what happened in the cause. */
const failureOf = (failure: unknown): string =>
  failure instanceof Error && failure.cause instanceof Error ? reasonOf(failure.cause) : reasonOf(failure);
