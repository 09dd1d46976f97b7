import { foodsInput } from '@lapau/contract/boot';
import type { BootData } from '@lapau/contract/boot';
import { limits } from '@lapau/contract/limits';
import { onlineManager } from '@tanstack/react-query';
import { noteTimeOf } from '../device/server-time.ts';
import { noteAnswer } from '../network/follow-network.ts';
import { noteOldestProtocol } from '../network/page-release.ts';
import { credentialsOfRead } from './left-session.ts';

const bootCallMs = 20_000;

async function fetchBootData(): Promise<BootData> {
  const controller = new AbortController();
  const timeout = setTimeout(() => controller.abort(), bootCallMs);
  try {
    const credentials = await credentialsOfRead();
    const { pathname, search } = location;
    const response = await fetch(`/boot.json?path=${encodeURIComponent(pathname + search)}`, {
      credentials,
      signal: controller.signal,
    });
    noteAnswer();
    noteTimeOf(response);
    noteOldestProtocol(response);
    return response.ok ? ((await response.json()) as BootData) : {};
  } catch (error) {
    // The phone may have a network without internet: the first answer of a call says that it is back (api.ts). A timeout is no
    // sign of that, as the server may only be slow.
    if (!(error instanceof DOMException)) onlineManager.setOnline(false);
    return {};
  } finally {
    clearTimeout(timeout);
  }
}

/** The calls whose answers boot data may have. */
const bootCalls: (keyof BootData)[] = [
  'get_session',
  'get_app_settings',
  'get_feed',
  'get_active_banner',
  'get_unique_nagari_options',
  'get_post_details',
  'get_warung',
  'get_warung_menu',
];

/** Whether the first screen of a path makes a call with this input: for a list's first page, or for what the path names. */
function isOfFirstScreen(name: string, input: object, pathname: string): boolean {
  const isFoods = name === 'get_feed' && pathname === '/foods';
  const own = { limit: limits.pageSize, ...(isFoods && foodsInput) } as Record<string, unknown>;
  if (isFoods && !('only_open' in input)) return false;
  return Object.entries(input).every(
    ([key, value]) =>
      value === undefined || value === '' || value === own[key] || pathname.endsWith(`/${String(value)}`),
  );
}

type Take = (name: string, input: unknown) => Promise<{ answer: unknown } | undefined>;

/**
 * Asks for the boot data of this page, so that it gets what its first screen needs in one request.
 * @returns takes the answer to a call from the boot data, once; undefined where the call has to be made
 */
export function startBootCall(): Take {
  const bootData = fetchBootData();
  const expected = new Set<string>(bootCalls);
  const { pathname: startedAt } = location;
  return async (name, input) => {
    if (!expected.has(name) || !isOfFirstScreen(name, input as object, startedAt)) return undefined;
    expected.delete(name);
    const found = await bootData;
    return name in found ? { answer: found[name as keyof BootData] } : undefined;
  };
}
