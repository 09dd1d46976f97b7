import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { readStats, recordView } from './rules.ts';

export const statsCalls = ({ database }: Platform): Handlers<'record_view' | 'get_warung_stats'> => ({
  record_view: async ({ input, actor }) => {
    await recordView(database, actor, input, new Date());
    return {};
  },
  get_warung_stats: ({ actor }) => readStats(database, actor, new Date()),
});
