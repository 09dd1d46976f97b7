import type { Config } from './config/config.ts';
import { openDatabase } from './database/database.ts';
import type { Database } from './database/database.ts';
import { ensureSecret } from './database/secrets.ts';
import type { FileColumn } from './files/file-columns.ts';
import { boundFileTransactions } from './files/file-transaction.ts';
import { openFileStore } from './files/open-store.ts';
import { openPictureWorkers } from './files/picture-workers.ts';
import type { PictureWorkers } from './files/picture-workers.ts';
import { takePlace } from './files/place-owner.ts';
import type { FileStore } from './files/store.ts';
import { openJobs } from './jobs/jobs.ts';
import type { Job, Jobs } from './jobs/jobs.ts';
import { inValkey } from './limits/limit-store-valkey.ts';
import { createLimits } from './limits/request-limits.ts';
import type { Limits } from './limits/request-limits.ts';
import { createStoredLimits } from './limits/stored-limits.ts';
import type { StoredLimits } from './limits/stored-limits.ts';
import type { Log } from './log/log.ts';
import { openMailer } from './mail/mail.ts';
import type { Mailer } from './mail/mail.ts';
import {
  measureBus,
  measureMails,
  measurePasswords,
  measurePictures,
  measurePool,
  measureRealtime,
} from './metrics-parts.ts';
import { measureProcess } from './metrics/metrics-process.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { Metrics } from './metrics/metrics.ts';
import { internet } from './push/network.ts';
import type { PushNetwork } from './push/network.ts';
import { createPushClient } from './push/push-client.ts';
import type { PushClient } from './push/push-client.ts';
import { vapidPublicKey } from './push/vapid.ts';
import type { VapidKeys } from './push/vapid.ts';
import { createRealtime } from './realtime/realtime.ts';
import type { Realtime } from './realtime/realtime.ts';
import { createAuthLibrary } from './session/auth-library.ts';
import type { AuthLibrary } from './session/auth-library.ts';
import { createDevices } from './session/devices.ts';
import type { Devices } from './session/devices.ts';
import { createSessions } from './session/sessions.ts';
import type { AddVisit, Sessions } from './session/sessions.ts';
import { openBus } from './signals/bus.ts';
import type { Bus } from './signals/bus.ts';
import { byNotify } from './signals/notify-carrier.ts';
import { byValkey } from './signals/valkey-carrier.ts';
import { createTransactionRunner } from './transactions/transaction.ts';
import type { RunInTransaction } from './transactions/transaction.ts';
import { migrate, runsOnNewer } from './upgrade/migrate.ts';
import { openValkey } from './valkey/valkey.ts';

/** What every feature builds on. */
export type Platform = {
  config: Config;
  /** The origin that links start with; it never comes from the Host header. */
  publicUrl: string;
  log: Log;
  metrics: Metrics;
  database: Database;
  transaction: RunInTransaction;
  bus: Bus;
  realtime: Realtime;
  jobs: Jobs;
  files: FileStore;
  /** Runs a transaction during which files are stored or removed. */
  fileTransaction: RunInTransaction;
  pictures: PictureWorkers;
  /** The columns of all features that refer to files. */
  fileColumns: FileColumn[];
  mailer: Mailer;
  push: PushClient;
  auth: AuthLibrary;
  sessions: Sessions;
  devices: Devices;
  limits: Limits;
  storedLimits: StoredLimits;
  secret: string;
  close: () => Promise<void>;
};

/** What the platform needs of the features, which it does not know. */
export type FeatureParts = {
  /** The columns that refer to files: a file that none of them refers to is removed. */
  fileColumns: FileColumn[];
  jobs: Job<object>[];
  addVisit: AddVisit;
};

/**
 * Opens everything a process needs, on a database that is migrated first.
 * @param databaseUrl DATABASE_URL, or the URL of the embedded server
 * @param pushNetwork where pushes may go, if not to the internet's push services; for tests
 * @throws StartRefused when the database is too old or too new, or the place of the files refuses Lapau; nothing stays open then
 */
export async function openPlatform(
  config: Config,
  log: Log,
  databaseUrl: string,
  { fileColumns, jobs: known, addVisit }: FeatureParts,
  pushNetwork: PushNetwork = internet(config.push.pushHosts),
): Promise<Platform> {
  await using opened = new AsyncDisposableStack();
  const metrics = createMetrics();
  const process = measureProcess(metrics);
  opened.defer(process.close);
  const database = openDatabase(databaseUrl, log, undefined, metrics);
  opened.defer(database.close);
  await migrate(database.db);
  const secret = config.secret ?? (await ensureSecret(database.db, 'LAPAU_SECRET'));
  const vapidPrivateKey = config.push.vapidPrivateKey ?? (await ensureSecret(database.db, 'VAPID_PRIVATE_KEY'));
  const valkey = config.redisUrl === undefined ? undefined : await openValkey(config.redisUrl, secret, log);
  if (valkey) opened.defer(valkey.close);
  const carrier = valkey ? byValkey(valkey, database, log) : byNotify(databaseUrl, log);
  const bus = measureBus(metrics, await openBus(carrier, log));
  opened.defer(bus.close);
  const jobs = await openJobs(databaseUrl, log, known, { metrics, isOlder: await runsOnNewer(database.db) });
  opened.defer(jobs.close);
  const files = await openFileStore(config, log);
  opened.defer(files.close);
  await takePlace(database.db, files, log);
  const pictures = measurePictures(metrics, openPictureWorkers(log));
  opened.defer(pictures.close);
  const publicUrl = config.publicUrl ?? `http://127.0.0.1:${config.port}`;
  const transaction = createTransactionRunner(database.db, bus, jobs, log);
  const platform = {
    config,
    publicUrl,
    log,
    metrics,
    database,
    transaction,
    bus,
    realtime: createRealtime(bus, log),
    jobs,
    files,
    fileTransaction: boundFileTransactions(transaction),
    pictures,
    fileColumns,
    mailer: measureMails(metrics, openMailer(config, log)),
    push: createPushClient(config.push, vapidKeys(vapidPrivateKey, publicUrl, config), pushNetwork, log),
    limits: createLimits(config.limits, valkey && inValkey(valkey)),
    storedLimits: createStoredLimits(config.limits, secret),
    devices: createDevices({ publicUrl, secret }),
    auth: createAuthLibrary({ publicUrl, secret, emailVerification: config.emailVerification }),
    sessions: createSessions(database, bus, log, { publicUrl, secret, addVisit, metrics }),
    secret,
  };
  measurePool(metrics, database);
  measurePasswords(metrics);
  measureRealtime(metrics, platform.realtime);
  const open = opened.move();
  return { ...platform, close: () => open.disposeAsync() };
}

/** Makes the VAPID keys from 32 bytes, of which all but one in four billion are a private key of P-256. */
const vapidKeys = (privateKey: string, publicUrl: string, { push }: Config): VapidKeys => ({
  subject: push.vapidSubject ?? (publicUrl.startsWith('https:') ? publicUrl : 'mailto:lapau@localhost'),
  publicKey: vapidPublicKey(privateKey),
  privateKey,
});
