import { workOn } from '../../platform/workers/worker.ts';
import type { Worker } from '../../platform/workers/worker.ts';
import { deliverLast, sendLastPush } from './rules-last.ts';
import { deliver } from './rules-send.ts';
import type { PushContents } from './rules-send.ts';
import { sendPush } from './rules.ts';

/** How many pushes are under way at the same time; most of them wait for an answer. */
const atOnce = 32;
const lastAtOnce = 8;

export const pushWorkers = (contents: PushContents): Worker[] => [
  workOn(sendPush, (platform, job) => deliver(platform, contents, job), atOnce),
  workOn(sendLastPush, deliverLast, lastAtOnce),
];
