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
const bootCalls = ['get_session', 'get_app_settings', 'get_feed', 'get_active_banner', 'get_unique_nagari_options'];

const isFirstPage = (input: object): boolean =>
  Object.entries(input).every(
    ([name, value]) => value === undefined || value === '' || (name === 'limit' && value === limits.pageSize),
  );

type Take = (name: string, input: unknown) => Promise<{ answer: unknown } | undefined>;

/**
 * Asks for the boot data of this page, so that it gets what its first screen needs in one request.
 * @returns takes the answer to a call from the boot data, once; undefined where the call has to be made
 */
export function startBootCall(): Take {
  const bootData = fetchBootData();
  const expected = new Set(bootCalls);
  return async (name, input) => {
    if (!expected.has(name) || !isFirstPage(input as object)) return undefined;
    expected.delete(name);
    const found = await bootData;
    return name in found ? { answer: found[name as keyof BootData] } : undefined;
  };
}
