import { settingKeys } from '@lapau/contract/settings';
import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { findStats } from './queries.ts';

export const deskCalls = ({ database }: Platform): Handlers<'get_admin_stats'> => ({
  get_admin_stats: async () => {
    const { set, ...stats } = await findStats(database);
    return { ...stats, default_settings: settingKeys.filter((key) => !set.includes(key)) };
  },
});
