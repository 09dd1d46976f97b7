import { readClock } from '../../platform/clock/clock.ts';
import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { createViewCounter, readStats } from './rules.ts';

export function statsCalls(platform: Platform): Handlers<'record_view' | 'get_warung_stats'> {
  const countView = createViewCounter(platform);
  return {
    record_view: async ({ input, actor }) => {
      await countView({ ...input, viewer_id: actor.id });
      return {};
    },
    get_warung_stats: async ({ actor }) => readStats(platform.database, actor, await readClock(platform.database.db)),
  };
}
