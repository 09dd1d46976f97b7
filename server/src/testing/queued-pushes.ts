import { sql } from 'kysely';
import { pushContents, workers } from '../app.ts';
import { deliver } from '../features/push/rules-send.ts';
import type { PushJob } from '../features/push/rules.ts';
import { startWorkers } from '../platform/workers/worker.ts';
import type { TestServer } from './server.ts';

type Queued = PushJob & { delay_seconds: number };

/** Takes the waiting pushes out of the queue. @returns them in the order in which they were queued */
export async function takePushes({ db }: Pick<TestServer, 'db'>): Promise<Queued[]> {
  const { rows } = await sql<{ data: PushJob; delay_seconds: number }>`
    with taken as (delete from jobs.job where name = 'send_push' returning id, data, start_after, created_on)
    select data, extract(epoch from start_after - created_on)::float8 as delay_seconds
    from taken order by created_on, id`.execute(db);
  return rows.map(({ data, delay_seconds }) => ({ ...data, delay_seconds }));
}

/** Lets a test server send the queued pushes, as a running server does. */
export const startPushWorker = (
  { platform }: Pick<TestServer, 'platform'>,
  queue: 'send_push' | 'send_last_push' = 'send_push',
): Promise<void> =>
  startWorkers(
    platform,
    workers.filter(({ job }) => job.name === queue),
  );

/** Sends the waiting pushes as the worker does at an hour of the day. @returns them */
export async function sendPushes(server: TestServer, hour = 12): Promise<Queued[]> {
  const pushes = await takePushes(server);
  for (const push of pushes) await deliver(server.platform, pushContents, push, hour);
  return pushes;
}
