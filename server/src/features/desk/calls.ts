import { daysUntil, localDay } from '@lapau/contract/day';
import type { LinkCounts } from '@lapau/contract/desk';
import { settingKeys } from '@lapau/contract/settings';
import { findDeletionWait } from '../../platform/clock/clock-jumps.ts';
import { readClock } from '../../platform/clock/clock.ts';
import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { findStats, findVisitors } from './queries.ts';
import type { LinkCounter } from './rules-links.ts';

const none: LinkCounts = { opened: 0, signed_up: 0 };

export const deskCalls = (
  { database }: Platform,
  { links }: { links: Pick<LinkCounter, 'waiting'> },
): Handlers<'get_admin_stats'> => {
  // Earlier days are read once a day: a month of visits are most of the rows, and visits of past days do not change.
  let earlier = { until: '', visitors: new Map<string, number>() };
  return {
    get_admin_stats: async () => {
      const today = localDay(await readClock(database.db));
      const days = daysUntil(today, 30);
      if (earlier.until !== today)
        earlier = { until: today, visitors: await findVisitors(database, days.slice(0, -1)) };
      const { set, ...stats } = await findStats(database, days);
      const visitorsOn = (day: string) => (day === today ? stats.daily_visitors : (earlier.visitors.get(day) ?? 0));
      return {
        ...stats,
        days: stats.days.map(({ opened, signed_up, ...figures }) => {
          const waiting = figures.day === today ? links.waiting() : none;
          return {
            ...figures,
            visitors: visitorsOn(figures.day),
            opened: opened + waiting.opened,
            signed_up: signed_up + waiting.signed_up,
          };
        }),
        deletion_waits_until: (await findDeletionWait(database.db))?.until.toISOString() ?? null,
        default_settings: settingKeys.filter((key) => !set.includes(key)),
      };
    },
  };
};
