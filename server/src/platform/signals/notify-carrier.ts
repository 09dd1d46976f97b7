import { sql } from 'kysely';
import { subscribe } from '../database/subscription.ts';
import type { Log } from '../log/log.ts';
import type { OpenCarrier } from './bus.ts';

const channel = 'lapau_signals';
/** PostgreSQL takes payloads of fewer than 8000 bytes, and the number of a part needs some of them. */
const maxPartBytes = 7_900;

/**
 * Carries signals by LISTEN and NOTIFY of the database. They are part of the transaction that causes them: neither sent for a
 * rolled-back change nor lost for a committed one. NOTIFY makes commits wait for one another, which many writes a second notice.
 * @throws when the database cannot be reached at the start; later it connects again for ever
 */
export const byNotify =
  (databaseUrl: string, log: Log): OpenCarrier =>
  async ({ receive, gap }) => {
    let text = '';
    // The parts of one text arrive one after another, as they come from one transaction.
    const receivePart = (payload: string) => {
      const [, number, of, part = ''] = /^(\d+)\/(\d+) (.*)$/s.exec(payload) ?? [];
      // Another release of Lapau may write signals in another way.
      if (number === undefined) return gap();
      text = number === '1' ? part : text + part;
      if (number === of) receive(text);
    };
    const { connected, close } = await subscribe(databaseUrl, channel, {
      name: 'lapau signals',
      onPayload: receivePart,
      onLost: () => {
        log.warn('signal connection lost, reconnecting');
        gap();
      },
      onBack: () => {
        log.info('signal connection is back');
        gap();
      },
    });
    return {
      publish: async (db, whole) => {
        const payloads = split(whole).map((part, index, { length }) => `${index + 1}/${length} ${part}`);
        await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`.execute(db);
        return () => {};
      },
      connected,
      close,
    };
  };

/** Splits a text into parts of at most `maxPartBytes` in UTF-8, none of which ends within a character. */
function split(text: string): string[] {
  const bytes = Buffer.from(text);
  const parts: string[] = [];
  for (let start = 0; start < bytes.length;) {
    let end = Math.min(start + maxPartBytes, bytes.length);
    while (((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end -= 1;
    parts.push(bytes.toString('utf8', start, end));
    start = end;
  }
  return parts;
}
