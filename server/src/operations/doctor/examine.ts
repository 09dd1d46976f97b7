import { readConfig } from '../../platform/config/config.ts';
import type { Config } from '../../platform/config/config.ts';
import { readEnvFile } from '../../platform/config/read-env-file.ts';
import type { EnvFile } from '../../platform/config/read-env-file.ts';
import { openDatabase } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/database.ts';
import { findSecret } from '../../platform/database/secrets.ts';
import { createLog } from '../../platform/log/log.ts';
import { programVersion } from '../../platform/process/program-folder.ts';
import { refuseOtherOwner, withInstallation } from '../open-installation.ts';
import { addressMend, checkAddress, checkPreviews, checkProcess } from './check-address.ts';
import { checkEnvFile, checkTrust, describeSources } from './check-configuration.ts';
import { checkBackup, checkJobs, checkNotifyQueue, checkSchema, checkServer } from './check-database.ts';
import { checkDeletion } from './check-deletion.ts';
import { checkFolder } from './check-folder.ts';
import { checkPages } from './check-pages.ts';
import { checkFileStore, checkNewestPhotos, placesMend } from './check-photos.ts';
import { checkPictures, picturesMend } from './check-pictures.ts';
import { checkPostgres } from './check-postgres.ts';
import { checkRealtime } from './check-realtime.ts';
import { checkFcm, checkMail, checkPushKeys, checkValkey, mailMend, valkeyMend } from './check-services.ts';
import { checkUnits } from './check-units.ts';
import { checkWrites } from './check-writes.ts';
import { checksWithin, error, ok, reasonOf } from './finding.ts';
import type { Check, Finding } from './finding.ts';

/**
 * Examines this installation, whether or not it runs: its settings, its database, and everything it depends on. All checks run at once
 * and each by itself. Their findings hold no secret.
 * @param environment as withInstallation takes it; the variables of LAPAU_ENV_FILE are added to it
 * @param limitMs how long each check may take; that of pictures has four times as long
 */
export async function examine(environment: NodeJS.ProcessEnv, limitMs = 5_000): Promise<Finding[]> {
  const check = checksWithin(limitMs);
  const versions = ok('version', `Lapau ${programVersion}, Node ${process.versions.node}`);
  let file: EnvFile | undefined;
  let config: Config;
  try {
    file = readEnvFile(environment);
    config = readConfig(environment, 'start');
    refuseOtherOwner(config.dataFolder);
  } catch (failure) {
    return [
      versions,
      error('configuration', reasonOf(failure), 'README.md lists the settings; nothing else was looked at.'),
      ...(file || !environment['LAPAU_ENV_FILE'] ? [describeSources(environment, file)] : []),
      ...(file ? checkEnvFile(file) : []),
    ];
  }
  const checked = await Promise.all([
    check('data folder', 'Run the command as the user of Lapau.', () => checkFolder(config.dataFolder)),
    examineDatabase(environment, check),
    check('photo storage', placesMend, () => checkFileStore(config, silent)),
    // This check starts a program of its own, which has less priority than all others.
    checksWithin(4 * limitMs)('pictures', picturesMend, () => checkPictures(silent)),
    check('mail', mailMend, () => checkMail(config)),
    check('push to the native app', 'Make a new key for the service account, and set FCM_SERVICE_ACCOUNT.', () =>
      checkFcm(config),
    ),
    config.redisUrl === undefined ? [] : check('Valkey', valkeyMend, () => checkValkey(config.redisUrl ?? '')),
    check('process', 'Look into the log of Lapau.', () => checkProcess(config)),
    examineAddress(config, check, limitMs / 2),
    check('units', 'Look with "systemctl --failed".', checkUnits),
  ]);
  const configuration = [
    describeSources(environment, file, config),
    ...(file ? checkEnvFile(file) : []),
    ...checkTrust(config),
  ];
  return [versions, ...configuration, ...checked.flat()];
}

/** Checks what people reach by PUBLIC_URL. If Lapau does not answer there, nothing else is asked. */
async function examineAddress(config: Config, check: Check, limitMs: number): Promise<Finding[]> {
  const { publicUrl } = config;
  const found = await check('address', addressMend, () => checkAddress(config));
  if (publicUrl === undefined || found.some(({ state }) => state === 'error')) return found;
  const asked = await Promise.all([
    check('pages', addressMend, () => checkPages(publicUrl)),
    check('writes', addressMend, () => checkWrites(publicUrl, limitMs)),
    check('realtime', addressMend, () => checkRealtime(publicUrl, limitMs)),
  ]);
  return [...found, ...asked.flat()];
}

const silent = createLog('silent');

const databaseMend = 'Check DATABASE_URL, or LAPAU_DATA with the bundled PostgreSQL, whose log is in postgres/.';

async function examineDatabase(environment: NodeJS.ProcessEnv, check: Check): Promise<Finding[]> {
  try {
    return await withInstallation(
      environment,
      async ({ config, databaseUrl }) => {
        const database = openDatabase(databaseUrl, silent, 4);
        try {
          return await askDatabase(config, database, check);
        } finally {
          await database.close();
        }
      },
      { evenIfUnusable: true },
    );
  } catch (failure) {
    return [error('database', reasonOf(failure), databaseMend)];
  }
}

async function askDatabase(config: Config, database: Database, check: Check): Promise<Finding[]> {
  const { db } = database;
  let hasTables = false;
  const schema = await check('schema', databaseMend, async () => {
    const checked = await checkSchema(db);
    ({ hasTables } = checked);
    return checked.findings;
  });
  const checks = [
    check('database', databaseMend, async () => {
      const server = await checkServer(db, config.databaseUrl === undefined);
      return server.some(({ state }) => state === 'error') ? server : [...server, ...(await checkPostgres(db))];
    }),
    check('database', databaseMend, () => checkNotifyQueue(database)),
    schema,
    check('jobs', databaseMend, () => checkJobs(db)),
  ];
  const ofTables = () => [
    check('backup', databaseMend, () => checkBackup(db)),
    check('deletion', databaseMend, () => checkDeletion(db)),
    check('photos', placesMend, () => checkNewestPhotos(config, silent, db)),
    check('push', 'Set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY as they were.', async () =>
      checkPushKeys(config, await findSecret(db, 'VAPID_PRIVATE_KEY')),
    ),
    check('previews', addressMend, () => checkPreviews(config, database)),
  ];
  return (await Promise.all([...checks, ...(hasTables ? ofTables() : [])])).flat();
}
