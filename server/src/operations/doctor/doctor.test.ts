import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { noteBackup } from '../../platform/backup/last-backup.ts';
import { programFolder } from '../../platform/process/program-folder.ts';
import { buildPost, buildSeller } from '../../testing/builders.ts';
import { startFcm } from '../../testing/fcm.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { startObjectStorage } from '../../testing/object-storage.ts';
import { plainPicture, uploadTo } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';
import { startSmtpServer } from '../../testing/smtp.ts';
import { startTestValkey } from '../../testing/valkey.ts';
import { examine as examineWithin } from './examine.ts';
import { checksWithin } from './finding.ts';
import type { Finding } from './finding.ts';
import { exitCodeOf, reportOf } from './report.ts';

const storage = await startObjectStorage();
const valkey = await startTestValkey();
afterAll(() => Promise.all([storage.close(), valkey.stop()]));
const port = await findFreePort();
const publicUrl = `http://127.0.0.1:${port}`;
const server = await startTestServer({ port, publicUrl, s3: storage.config, assets: { 'app.js': '// the app' } });
const { dataFolder } = server.platform.config;

const password = 'kata sandi surat';
const mailUrl = (smtp: { url: string }, given = password) =>
  smtp.url.replace('//', `//lapau:${encodeURIComponent(given)}@`);
const account = path.join(dataFolder, 'account.json');
async function settings(): Promise<NodeJS.ProcessEnv> {
  await writeFile(account, JSON.stringify((await startFcm()).account));
  return {
    ...storage.environment,
    LAPAU_DATA: dataFolder,
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    DATABASE_URL: server.databaseUrl,
    SMTP_URL: mailUrl(await startSmtpServer({ password })),
    MAIL_FROM: 'Lapau <lapau@lapau.test>',
    FCM_SERVICE_ACCOUNT: account,
    REDIS_URL: valkey.url,
    VAPID_SUBJECT: 'mailto:operator@lapau.test',
  };
}

/** Examines with time for a machine that may stand still. */
const examine = (environment: NodeJS.ProcessEnv) => examineWithin(environment, 60_000);

/** The warnings and errors, as `error mail`. */
const faultsIn = (findings: Finding[]) =>
  findings.filter(({ state }) => state !== 'ok').map(({ state, check }) => `${state} ${check}`);

test('everything that a Lapau which is well depends on is found well', async () => {
  const seller = await buildSeller(server);
  const png = await plainPicture(640, 480).png().toBuffer();
  const { body: photo } = await uploadTo(server, `posts/${seller.id}`, png, seller);
  await buildPost(server, { user_id: seller.id, images: [photo.path] });
  expect(faultsIn(await examine(await settings()))).toEqual(['warning database', 'warning database', 'warning backup']);
  await noteBackup(server.db, new Date(Date.now() - 5 * 3_600_000).toISOString());
  const findings = await examine(await settings());
  expect(reportOf(findings)).toContain('the last one is 5 hours old');
  // The tests' databases are set up for speed, without durability.
  expect(reportOf(findings)).toMatch(
    /warning {2}database +fsync and .* are off: a crash may lose what was acknowledged\n +→/,
  );
  expect(reportOf(findings)).toMatch(/warning {2}database +autovacuum is off: tables grow/);
  expect(faultsIn(findings)).toEqual(['warning database', 'warning database']);
  expect(exitCodeOf(findings)).toBe(2);
  // units are looked at where systemd runs, as in cli/guide.test.ts
  const ok = findings.filter(({ state, check }) => state === 'ok' && check !== 'units').map(({ check }) => check);
  expect(ok.toSorted((one, other) => one.localeCompare(other))).toEqual(
    'address,backup,clock,configuration,data folder,database,deletion,disk,jobs,mail,pages,photo storage,photos,pictures,previews,process,push,push to the native app,realtime,schema,Valkey,version,writes'.split(
      ',',
    ),
  );
  expect([...storage.objects.keys()].filter((name) => name.includes('doctor'))).toEqual([]);
});

test('what is broken is told with how to mend it, each by itself and without a secret', async () => {
  const environment = {
    ...(await settings()),
    SMTP_URL: mailUrl(await startSmtpServer({ password }), 'another word'),
    PUBLIC_URL: `http://127.0.0.1:${await findFreePort()}`,
    REDIS_URL: valkey.url.replace(/:[^:@]+@/, ':another@'),
    LAPAU_SECRET: 'a secret that signs all sessions of Lapau',
    S3_SECRET_ACCESS_KEY: 'another/secret',
  };
  await writeFile(account, JSON.stringify((await startFcm()).account).replace('lapau@push', 'no@push'));
  await sql`insert into schema_migrations (name, timestamp) values ('9999_later', '')`.execute(server.db);
  await server.platform.jobs.enqueueNow({ name: 'send_mail', options: {} }, {});
  await sql`update jobs.job set state = 'retry', start_after = now() - interval '2 hours' where name = 'send_mail'`.execute(
    server.db,
  );
  await noteBackup(server.db, new Date(Date.now() - 50 * 3_600_000).toISOString());
  const findings = await examine(environment);
  await sql`delete from schema_migrations where name = '9999_later'`.execute(server.db);
  await sql`delete from jobs.job where name = 'send_mail'`.execute(server.db);
  expect(faultsIn(findings)).toEqual([
    'warning database',
    'warning database',
    'error schema',
    'warning jobs',
    'warning jobs',
    'warning backup',
    'error photos',
    'error previews',
    'error photo storage',
    'error mail',
    'error push to the native app',
    'error Valkey',
    'error address',
  ]);
  expect(exitCodeOf(findings)).toBe(1);
  const report = reportOf(findings);
  expect(findings.filter(({ state }) => state !== 'ok').every(({ mend }) => mend)).toBe(true);
  expect(report).toContain('the database was made by a newer Lapau (it has 9999_later)');
  expect(report).toMatch(/1 wait, the oldest for 120 minutes/);
  expect(report).toMatch(/Invalid login: 535 wrong password/);
  const databasePassword = new URL(server.databaseUrl).password;
  for (const secret of [
    'another',
    'signs all',
    password,
    encodeURIComponent(password),
    databasePassword,
    'PRIVATE KEY',
  ].filter(Boolean))
    expect(report).not.toContain(secret);
});

test('a last backup that a clock has dated ahead is none that is known, until the next one', async () => {
  await noteBackup(server.db, new Date(Date.now() + 365 * 86_400_000).toISOString());
  const checkIt = async () => (await examine(await settings())).find(({ check }) => check === 'backup');
  expect(await checkIt()).toMatchObject({
    state: 'warning',
    text: expect.stringMatching(/^the last one is dated \S+, which is still to come: a clock was ahead/) as string,
    mend: expect.stringContaining('notes the time anew') as string,
  });
  await noteBackup(server.db, new Date().toISOString());
  expect(await checkIt()).toMatchObject({ state: 'ok', text: 'the last one is 0 hours old' });
});

test('a database that is away hides nothing else, and neither does a process that does not run', async () => {
  const environment = {
    ...(await settings()),
    DATABASE_URL: 'postgres://lapau:hemmelig@127.0.0.1:1/lapau',
    PORT: String(await findFreePort()),
  };
  const findings = await examine(environment);
  expect(faultsIn(findings)).toEqual(['error database', 'warning process']);
  expect(reportOf(findings)).toContain('ECONNREFUSED 127.0.0.1:1');
  expect(reportOf(findings)).not.toContain('hemmelig');
});

test('a check that hangs is an error when its time is over', async () => {
  const hang = () => new Promise<Finding>(() => {});
  expect(await checksWithin(1)('mail', 'Check SMTP_URL.', hang)).toEqual([
    { check: 'mail', state: 'error', text: 'no answer in 0.001 seconds', mend: 'Check SMTP_URL.' },
  ]);
});

test('without a mail server it warns when new accounts wait for a mailed link', async () => {
  const waiting = { ...(await settings()), SMTP_URL: '', LAPAU_EMAIL_VERIFICATION: 'on' };
  expect(faultsIn(await examine(waiting))).toEqual(expect.arrayContaining(['warning mail', 'warning new accounts']));
  expect(faultsIn(await examine({ ...waiting, LAPAU_EMAIL_VERIFICATION: '' }))).not.toContain('warning new accounts');
});

test('the command prints JSON for monitors, and ends with a code that says how it is', () => {
  const program = path.join(programFolder, 'server/src/cli/lapau.ts');
  const { stdout, status } = spawnSync(process.execPath, [program, 'doctor', '--json'], {
    encoding: 'utf8',
    env: { PORT: 'three thousand' },
  });
  expect([status, JSON.parse(stdout)]).toEqual([
    1,
    {
      exitCode: 1,
      findings: [
        expect.objectContaining({ check: 'version', state: 'ok' }),
        expect.objectContaining({ check: 'configuration', text: 'Wrong configuration: PORT must be a port number' }),
        expect.objectContaining({
          check: 'configuration',
          text: 'no file, as LAPAU_ENV_FILE is not set; environment: PORT',
        }),
      ],
    },
  ]);
});
