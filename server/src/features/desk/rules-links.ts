import type { IncomingHttpHeaders } from 'node:http';
import type { LinkCounts } from '@lapau/contract/desk';
import type { Platform } from '../../platform/platform.ts';
import { isOpenedByPerson } from './policy.ts';
import { addLinkCounts } from './queries.ts';

/** How long a process counts before it writes the sum: it writes one row at most so often, however many pages it answers. */
const storedAfterMs = 60_000;

export type LinkCounter = ReturnType<typeof createLinkCounter>;

/**
 * Counts strangers whom a link has led to a dish or stall, and those who sign up there. The counts are sums of each day, and nothing
 * of a person or a link is kept. What a process has not written when it is killed is lost.
 * @param afterMs how long counts wait in memory
 */
export function createLinkCounter({ database, log }: Pick<Platform, 'database' | 'log'>, afterMs = storedAfterMs) {
  let waiting: LinkCounts = { opened: 0, signed_up: 0 };
  let timer: NodeJS.Timeout | undefined;
  let storing = Promise.resolve();

  const count = (added: Partial<LinkCounts>) => {
    waiting = { opened: waiting.opened + (added.opened ?? 0), signed_up: waiting.signed_up + (added.signed_up ?? 0) };
    timer ??= setTimeout(() => void store(), afterMs).unref();
  };

  /** Writes what waits. What cannot be written now waits on; it never fails. */
  function store(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const counts = waiting;
    waiting = { opened: 0, signed_up: 0 };
    if (counts.opened + counts.signed_up > 0)
      storing = storing
        .then(() => addLinkCounts(database, counts))
        .then(
          () => undefined,
          (error: unknown) => {
            log.warn({ err: error }, 'the strangers whom links have led here could not be counted');
            count(counts);
          },
        );
    return storing;
  }

  return {
    /** Counts a page about a dish or stall that has been made for somebody without a session. */
    countOpened: (request: { method: string; headers: IncomingHttpHeaders }): void => {
      if (isOpenedByPerson(request)) count({ opened: 1 });
    },
    countSignUp: (): void => count({ signed_up: 1 }),
    /** What this process has counted and not written yet. */
    waiting: (): LinkCounts => waiting,
    store,
  };
}
