import type { Platform } from '../../platform/platform.ts';
import { publishBannerTimes } from './rules.ts';

/** A bit more than the minute between two runs. */
const lookBackMs = 90_000;

/** Open pages show and hide a banner within a minute of its start and end; whoever asks gets the right one anyway (D78). */
export async function startBannerJobs({ jobs, transaction }: Platform): Promise<void> {
  await jobs.work('publish_banner_times', () => transaction((tx) => publishBannerTimes(tx, lookBackMs)));
  await jobs.schedule('publish_banner_times', '* * * * *');
}
