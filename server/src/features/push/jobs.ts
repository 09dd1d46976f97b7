import { workOn, workOnMany } from '../../platform/worker.ts';
import type { Worker } from '../../platform/worker.ts';
import { deliverLast, sendLastPush } from './rules-last.ts';
import { deliver } from './rules-send.ts';
import type { PushContents } from './rules-send.ts';
import { sendPush } from './rules.ts';

/** So many pushes are taken from the queue by one statement. */
const atOnce = 20;

export const pushWorkers = (contents: PushContents): Worker[] => [
  workOnMany(sendPush, atOnce, (platform, jobs) => deliver(platform, contents, jobs)),
  workOn(sendLastPush, deliverLast),
];
