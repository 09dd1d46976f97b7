import type { CallOutput } from '@lapau/contract/calls';
import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { cacheUntilSignal } from '../../platform/signals/cache.ts';
import { settingsForPages, updateSetting } from './rules.ts';

export const settingsCalls = (platform: Platform): Handlers<'get_app_settings' | 'update_app_setting'> => {
  const cached = cacheUntilSignal<CallOutput<'get_app_settings'>>(
    platform,
    'settings',
    ({ topic }) => topic === 'settings',
    1,
  );
  return {
    get_app_settings: () => cached('all', () => settingsForPages(platform.database.db, platform.config.adminEmail)),
    update_app_setting: ({ input, actor }) => platform.transaction((tx) => updateSetting(tx, actor, input)),
  };
};
