import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log/log.ts';

export type Resource = { name: string; close: () => Promise<unknown>; timeoutMs: number };

/**
 * Closes the resources in reverse order of opening. When one fails or takes too long, that is logged, and the others are closed all
 * the same.
 */
export async function closeAll(resources: Resource[], log: Log): Promise<void> {
  for (const { name, close, timeoutMs } of resources.toReversed()) {
    const timeout = delay(timeoutMs, undefined, { ref: false }).then(() => {
      throw new Error(`not closed after ${timeoutMs} ms`);
    });
    try {
      await Promise.race([close(), timeout]);
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.message : error }, `could not close ${name}`);
    }
  }
}
