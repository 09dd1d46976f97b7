import type { Database } from './database/database.ts';
import { AppError } from './errors/app-error.ts';
import type { PictureWorkers } from './files/picture-workers.ts';
import { RecipientRefused } from './mail/mail-refusal.ts';
import type { Mailer } from './mail/mail.ts';
import type { Metrics } from './metrics/metrics.ts';
import { waitingPasswords } from './passwords/passwords.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Bus } from './signals/bus.ts';

/** Measures the pool of connections that calls use. */
export function measurePool({ gauges }: Metrics, { pool }: Database): void {
  gauges('lapau_pool_connections', 'Connections to the database, and calls that wait for one', 'state', () => [
    ['idle', pool.idleCount],
    ['busy', pool.totalCount - pool.idleCount],
    ['waiting', pool.waitingCount],
  ]);
}

/** Measures the bus. @returns a bus that counts the signals that go through it */
export function measureBus({ gauge, total }: Metrics, bus: Bus): Bus {
  let published = 0;
  let delivered = 0;
  let gaps = 0;
  bus.listen(() => (delivered += 1));
  bus.onGap(() => (gaps += 1));
  total('lapau_signals_published_total', 'Signals of this process’s transactions', () => published);
  total('lapau_signals_delivered_total', 'Signals that this process was given, its own included', () => delivered);
  total('lapau_signal_gaps_total', 'Times that signals may have been missed', () => gaps);
  gauge('lapau_signals_connected', 'Whether signals of other processes arrive', () => (bus.connected() ? 1 : 0));
  return {
    ...bus,
    publish: (db, envelopes) => {
      published += envelopes.length;
      return bus.publish(db, envelopes);
    },
  };
}

export function measureRealtime({ gauge }: Metrics, realtime: Realtime): void {
  gauge('lapau_socket_connections', 'Open sockets of signed-in pages', () => realtime.counts().connections);
  gauge('lapau_socket_subscriptions', 'Topics that they subscribe to', () => realtime.counts().subscriptions);
}

/** Measures the hashing of passwords, which belongs to the process and not to a platform. */
export function measurePasswords({ gauges }: Metrics): void {
  const lanes = ['owners', 'sign-ins', 'sign-ups'] as const;
  gauges('lapau_passwords_waiting', 'Passwords that wait for their turn to be hashed', 'lane', () =>
    lanes.map((lane) => [lane, waitingPasswords(lane)]),
  );
}

const pictureSeconds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60];

/** Measures the preparing of pictures. @returns workers that count what they do */
export function measurePictures({ counter, durations, gauge }: Metrics, workers: PictureWorkers): PictureWorkers {
  let running = 0;
  gauge('lapau_pictures_running', 'Pictures that are being prepared', () => running);
  const note = durations('lapau_picture_seconds', 'How long preparing a picture took', [], pictureSeconds);
  const count = counter('lapau_pictures_total', 'Prepared pictures, and refused ones by why', ['code']);
  return {
    ...workers,
    prepare: async (body, purpose) => {
      const begun = performance.now();
      running += 1;
      let code = 'ok';
      try {
        return await workers.prepare(body, purpose);
      } catch (error) {
        code = error instanceof AppError ? error.code : 'server_error';
        throw error;
      } finally {
        running -= 1;
        count({ code });
        note({}, (performance.now() - begun) / 1_000);
      }
    },
  };
}

/** Measures mails. @returns a mailer that counts what it does */
export function measureMails({ counter }: Metrics, mailer: Mailer): Mailer {
  const count = counter('lapau_mails_total', 'Attempts to send a mail, by what came of them', ['result']);
  for (const result of ['sent', 'refused', 'failed'] as const) count({ result }, 0);
  return {
    ...mailer,
    send: async (letter) => {
      try {
        await mailer.send(letter);
      } catch (error) {
        count({ result: error instanceof RecipientRefused ? 'refused' : 'failed' });
        throw error;
      }
      count({ result: 'sent' });
    },
  };
}
