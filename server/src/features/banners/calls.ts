import { cacheUntilSignal } from '../../platform/cache.ts';
import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { findActiveBanner, findBannerPage } from './queries.ts';
import type { BannerRow } from './queries.ts';
import { bannerShownAt, createBanner, deleteBanner, setBannerActive, toBanner, updateBanner } from './rules.ts';

type BannerCalls =
  | 'get_active_banner'
  | 'get_banners'
  | 'create_banner'
  | 'update_banner'
  | 'set_banner_active'
  | 'delete_banner';

export const bannersCalls = (platform: Platform): Handlers<BannerCalls> => {
  const cached = cacheUntilSignal<BannerRow | undefined>(platform.bus, ({ topic }) => topic === 'banners', 1);
  return {
    get_active_banner: async () =>
      bannerShownAt(await cached('active', () => findActiveBanner(platform.database.db)), new Date()),
    get_banners: async ({ input }) => (await findBannerPage(platform.database.db, input)).map(toBanner),
    create_banner: ({ input, actor }) => platform.transaction((tx) => createBanner(tx, actor, input)),
    update_banner: ({ input, actor }) => platform.transaction((tx) => updateBanner(tx, actor, input)),
    set_banner_active: ({ input, actor }) => platform.transaction((tx) => setBannerActive(tx, actor, input)),
    delete_banner: async ({ input, actor }) => ({
      deleted: await platform.transaction((tx) => deleteBanner(tx, actor, input)),
    }),
  };
};
