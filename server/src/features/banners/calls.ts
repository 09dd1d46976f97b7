import type { CallOutput } from '@lapau/contract/calls';
import { cacheUntilSignal } from '../../platform/cache.ts';
import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { findActiveBanner } from './queries.ts';

export const bannersCalls = (platform: Platform): Handlers<'get_active_banner'> => {
  const cached = cacheUntilSignal<CallOutput<'get_active_banner'>>(platform.bus, ({ topic }) => topic === 'banners', 1);
  return {
    get_active_banner: () =>
      cached('active', async () => {
        const banner = await findActiveBanner(platform.database.db);
        return banner ? { ...banner, image_url: `/storage/avatars/${banner.image_url}` } : null;
      }),
  };
};
