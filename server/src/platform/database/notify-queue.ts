import type { Pool } from 'pg';
import type { Log } from '../log/log.ts';

type Query = <Row>(text: string, values: unknown[]) => Promise<Row[]>;

/** A session of PostgreSQL, as far as the role may see it. */
type Session = { pid: number; application: string; user: string | null; state: string | null; since: string | null };

const sessions = `
  select pid, application_name as application, usename as user, state,
    to_char(xact_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as since
  from pg_stat_activity`;

const queueUsage = 'select pg_notification_queue_usage() as usage';

/**
 * Tells how full the queue of NOTIFY is, from 0 to 1. It belongs to the whole server, and a notification stays in it until every
 * listener has taken it, which a listener in a transaction does not. PostgreSQL names that listener only in its warning
 * (watchNotifyQueue), so this names the oldest transaction that the role may see.
 */
export async function inspectNotifyQueue({ query }: { query: Query }) {
  const [queue] = await query<{ usage: number }>(queueUsage, []);
  const [oldest] = await query<Session>(
    `${sessions} where xact_start is not null and pid <> pg_backend_pid() order by xact_start limit 1`,
    [],
  );
  return { usage: queue?.usage ?? 0, oldest };
}

export const sayWho = ({ pid, application, user, since }: Session): string =>
  [
    `process ${pid}`,
    application && `"${application}"`,
    user && `of ${user}`,
    since && `in a transaction since ${since}`,
  ]
    .filter((word) => word)
    .join(' ');

/**
 * Logs which process keeps the queue of NOTIFY from being emptied, as often as PostgreSQL warns of it: every five seconds, once the
 * queue is half full. When it is full, no commit that signals anything succeeds.
 */
export function watchNotifyQueue(pool: Pool, query: Query, log: Log): void {
  const warn = async (detail: string) => {
    // The process id is the only number in the text, whatever its language.
    const pid = Number(/\d+/.exec(detail)?.[0]);
    const [queue] = await query<{ usage: number }>(queueUsage, []);
    const [holder] = Number.isNaN(pid) ? [] : await query<Session>(`${sessions} where pid = $1`, [pid]);
    log.warn(
      { percent: Math.round(100 * (queue?.usage ?? 0)), ...holder },
      'the queue of NOTIFY fills up, and takes nothing more when it is full: this process listens and does not end its transaction',
    );
  };
  pool.on('connect', (client) =>
    client.on('notice', ({ routine, detail = '' }) => {
      if (routine === 'asyncQueueFillWarning')
        warn(detail).catch((error: unknown) => log.warn({ err: error }, 'who fills the queue of NOTIFY is not known'));
    }),
  );
}
