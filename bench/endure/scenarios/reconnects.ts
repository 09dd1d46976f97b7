import { setTimeout as delay } from 'node:timers/promises';
import { realtimeTimes } from '@lapau/contract/signals';
import { buildMember } from '../../../server/src/testing/builders.ts';
import { openPage } from '../../../server/src/testing/sockets.ts';
import type { TestPage } from '../../../server/src/testing/sockets.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import { underLoad } from '../verify.ts';
import type { Scenario } from './scenario.ts';

/** This is below realtimeLimits.socketsPerMember. */
const pagesPerMember = 20;
const opensAtOnce = 50;

/** The server is restarted while many pages are open; all of them come back, by the delays that pages keep to. */
export const reconnects: Scenario = (outcome, { rounds = 3, sockets = 2_000 }) =>
  withTarget(outcome, {}, async (target) => {
    const cookies = await Promise.all(
      Array.from({ length: Math.ceil(sockets / pagesPerMember) }, async () => (await buildMember(target)).cookie),
    );
    let pages = await openPages(target, sockets, cookies);
    const heartbeat = setInterval(() => {
      for (const { socket, send } of pages) if (socket.readyState === socket.OPEN) send({ type: 'ping' });
    }, realtimeTimes.heartbeatMs);
    try {
      for (let round = 0; round < rounds; round += 1) {
        await underLoad(target, async () => {
          const backAt: number[] = [];
          const reopened = pages.map(async (page, index) => {
            await page.closed;
            const again = await reopen(target.lapau.url, cookies[Math.floor(index / pagesPerMember)] ?? '');
            backAt.push(performance.now());
            return again;
          });
          await target.lapau.stop();
          await target.lapau.start();
          pages = await Promise.all(reopened);
          outcome.notes.push(`${sockets} pages were back ${spread(backAt)}`);
        });
      }
    } finally {
      clearInterval(heartbeat);
      for (const { socket } of pages) socket.terminate();
    }
  });

async function openPages({ lapau }: Target, count: number, cookies: string[]): Promise<TestPage[]> {
  const pages: TestPage[] = [];
  while (pages.length < count) {
    const length = Math.min(opensAtOnce, count - pages.length);
    const next = Array.from({ length }, (_, index) =>
      open(lapau.url, cookies[Math.floor((pages.length + index) / pagesPerMember)] ?? ''),
    );
    pages.push(...(await Promise.all(next)));
  }
  return pages;
}

async function open(url: string, cookie: string): Promise<TestPage> {
  const page = await openPage(url, { cookie });
  page.socket.on('error', () => {}); // its close event tells
  return page;
}

async function reopen(url: string, cookie: string): Promise<TestPage> {
  for (let attempt = 0; ; attempt += 1) {
    const { reconnectDelaysMs } = realtimeTimes;
    await delay((reconnectDelaysMs[attempt] ?? reconnectDelaysMs[3]) * (0.8 + 0.4 * Math.random()));
    try {
      return await open(url, cookie);
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
}

function spread(times: number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const [first = 0] = sorted;
  const by = (share: number) =>
    `${(((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) - first) / 1000).toFixed(1)} s`;
  return `within ${by(1)} of the first, half of them within ${by(0.5)}`;
}
