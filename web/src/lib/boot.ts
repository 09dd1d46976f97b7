import type { BootData } from '@lapau/contract/boot';
import { limits } from '@lapau/contract/limits';
import { onlineManager } from '@tanstack/react-query';

const { document } = globalThis;
const block = document?.getElementById('boot')?.textContent;
// The development server writes none; then every query fetches.
let answers: BootData = block ? (JSON.parse(block) as BootData) : {};

/** When the page was loaded, in milliseconds since 1970: the `initialDataUpdatedAt` of its answers. */
export const bootedAt = Date.now();

/**
 * The answer that came with the page, for a query's `initialData`. Each is returned once: a query whose cache was cleared
 * since then has to fetch.
 */
export function takeBootAnswer<Name extends keyof BootData>(name: Name): BootData[Name] {
  const answer = answers[name];
  answers = { ...answers, [name]: undefined };
  return answer;
}

/** Drops the answers that were meant for a person who has signed out. */
export function dropBootAnswers(): void {
  answers = {};
  expected.clear();
}

/** Whether the device has opened the page (web/src/worker): its boot data then comes by a call. */
export const isFromDevice = document?.documentElement.dataset.from === 'device';

const bootCallMs = 20_000;

async function fetchBootData(): Promise<BootData> {
  const controller = new AbortController();
  const timeout = setTimeout(() => controller.abort(), bootCallMs);
  try {
    const { pathname, search } = location;
    const response = await fetch(`/boot.json?path=${encodeURIComponent(pathname + search)}`, {
      credentials: 'same-origin',
      signal: controller.signal,
    });
    return response.ok ? ((await response.json()) as BootData) : {};
  } catch {
    // The phone may have a network without internet: the first answer of a call says that it is back (api.ts).
    onlineManager.setOnline(false);
    return {};
  } finally {
    clearTimeout(timeout);
  }
}

const bootCall = isFromDevice ? fetchBootData() : undefined;
/** The calls whose answers boot data may have, each until it has been taken or was not there. */
const expected = new Set([
  'get_session',
  'get_app_settings',
  'get_feed',
  'get_active_banner',
  'get_unique_nagari_options',
]);

const isFirstPage = (input: object): boolean =>
  Object.entries(input).every(
    ([name, value]) => value === undefined || value === '' || (name === 'limit' && value === limits.pageSize),
  );

/**
 * The answer to a call that the boot data of a page from the device has, once; undefined where the call has to be made. A page
 * thus gets what its first screen needs in one request.
 */
export async function takeBootCall(name: string, input: unknown): Promise<{ answer: unknown } | undefined> {
  if (!bootCall || !expected.has(name) || !isFirstPage(input as object)) return undefined;
  expected.delete(name);
  const found = await bootCall;
  return name in found ? { answer: found[name as keyof BootData] } : undefined;
}
