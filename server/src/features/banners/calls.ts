import { readClock } from '../../platform/clock/clock.ts';
import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { cacheUntilSignal } from '../../platform/signals/cache.ts';
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

/** The active banner, and the milliseconds from this process's time to the database's, which may be set and is read every minute. */
type Active = { banner: BannerRow | undefined; clockAheadMs: number };

const thisMinute = () => String(Math.floor(performance.now() / 60_000));

export const bannersCalls = (platform: Platform): Handlers<BannerCalls> => {
  const { db } = platform.database;
  const cached = cacheUntilSignal<Active>(platform, 'banner', ({ topic }) => topic === 'banners', 1);
  const readActive = async () => ({
    clockAheadMs: (await readClock(db)).getTime() - performance.now(),
    banner: await findActiveBanner(db),
  });
  return {
    get_active_banner: async () => {
      const { banner, clockAheadMs } = await cached(thisMinute(), readActive);
      return bannerShownAt(banner, new Date(performance.now() + clockAheadMs));
    },
    get_banners: async ({ input }) => (await findBannerPage(db, input)).map(toBanner),
    create_banner: ({ input, actor }) => platform.transaction((tx) => createBanner(tx, actor, input)),
    update_banner: ({ input, actor }) => platform.transaction((tx) => updateBanner(tx, actor, input)),
    set_banner_active: ({ input, actor }) => platform.transaction((tx) => setBannerActive(tx, actor, input)),
    delete_banner: async ({ input, actor }) => ({
      deleted: await platform.transaction((tx) => deleteBanner(tx, actor, input)),
    }),
  };
};
