import { defineJob, minuteSeconds } from '../../platform/jobs/jobs.ts';
import { workAt } from '../../platform/workers/worker.ts';
import type { Worker } from '../../platform/workers/worker.ts';
import { publishBannerTimes } from './rules.ts';

/** A failed run is not retried, as the next one comes a minute later. */
const publishTimes = defineJob('publish_banner_times', { retryLimit: 0, expireInSeconds: minuteSeconds });

/** A bit more than the minute between two runs. */
const lookBackMs = 90_000;

/** Open pages show and hide a banner within a minute of its start and end; the call itself always answers the right one. */
export const bannersWorkers: Worker[] = [
  workAt('* * * * *', publishTimes, ({ transaction }) => transaction((tx) => publishBannerTimes(tx, lookBackMs))),
];
