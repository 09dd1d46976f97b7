import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../operations/doctor/finding.ts';
import { programFolder } from '../platform/process/program-folder.ts';
import { findFreePort } from '../testing/free-port.ts';
import { nobody } from '../testing/nobody.ts';
import { createTestDatabase } from '../testing/server.ts';
import { authority, startTlsServer } from '../testing/tls-server.ts';

function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lapau-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  return folder;
}

/** The folder that commands are called in, and that gets the data folder where no setting names one. */
const calledIn = mkdtempSync(path.join(os.tmpdir(), 'lapau-settings-'));
chmodSync(calledIn, 0o755);
afterAll(() => rmSync(calledIn, { recursive: true, force: true }));

function writeSettings(lines: string, mode = 0o600): string {
  const file = path.join(makeFolder(), 'lapau.env');
  writeFileSync(file, lines, { mode });
  return file;
}

/** Runs `lapau` as a process of its own, with nothing else in its environment. */
async function lapau(args: string[], env: NodeJS.ProcessEnv, options: object = {}) {
  const child = spawn('sh', [path.join(programFolder, 'scripts/launch.sh'), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    cwd: calledIn,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [printed, said] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  return { code: child.exitCode, printed, said };
}

async function examine(env: NodeJS.ProcessEnv, options?: object): Promise<Finding[]> {
  const { printed } = await lapau(['doctor', '--json'], env, options);
  return (JSON.parse(printed) as { findings: Finding[] }).findings;
}

const textsOf = (findings: Finding[], name: string) =>
  findings
    .filter(({ check }) => check === name)
    .map(({ state, text, mend }) => `${state} ${text}${mend ? ` ${mend}` : ''}`);

/** A database that nobody serves, so that a command ends soon. */
const away = 'postgres://lapau:hem&mel;ig@127.0.0.1:1/lapau';

test('a command has the settings of the file, what is set beside goes before, and the doctor tells from where each comes', async () => {
  const file = writeSettings(
    `DATABASE_URL=${away}\nHSTS=max-age=31536000; includeSubDomains\nPORT=3000\nSMTP_URL=smtp://127.0.0.1:1\nPUBLIC_URL=http://127.0.0.1:1\nPGPASSWORD=hemmelig\nTZ=Asia/Jakarta\n`,
  );
  const port = await findFreePort();
  const findings = await examine({
    LAPAU_ENV_FILE: file,
    PORT: String(port),
    SMTP_URL: '',
    LOG_LEVEL: 'error',
    TZ: 'UTC',
  });
  expect(textsOf(findings, 'configuration')).toEqual([
    `ok ${file}: DATABASE_URL, HSTS, PUBLIC_URL=http://127.0.0.1:1, PGPASSWORD; environment: PORT=${port} (instead of the file’s), SMTP_URL (instead of the file’s), LOG_LEVEL, TZ (instead of the file’s); default: HOST=0.0.0.0, LAPAU_DATA=${path.join(calledIn, 'data')}`,
  ]);
  expect(textsOf(findings, 'database').join()).toContain('ECONNREFUSED 127.0.0.1:1');
  expect(textsOf(findings, 'process').join()).toContain(`nothing answers on port ${port}`);
  expect(textsOf(findings, 'mail').join(), 'an empty value takes that of the file away').toContain('no mail server');
  expect(JSON.stringify(findings)).not.toMatch(/hem.?mel.?ig/);
  const backup = await lapau(['backup', '-'], { LAPAU_ENV_FILE: file });
  expect(backup).toMatchObject({ code: 1, printed: '' });
  expect(backup.said).toContain('ECONNREFUSED 127.0.0.1:1');
});

test('what a library reads from the environment may stand in the file', async () => {
  const url = new URL(await createTestDatabase());
  const password = decodeURIComponent(url.password);
  url.password = '';
  const withPassword = async (given: string) => {
    const file = writeSettings(`DATABASE_URL=${url.href}\nPGPASSWORD='${given}'\n`);
    return textsOf(await examine({ LAPAU_ENV_FILE: file }), 'database');
  };
  expect(password).not.toBe('');
  expect(await withPassword(password)).toContainEqual(expect.stringMatching(/^ok PostgreSQL \d+/));
  expect(await withPassword('another')).toEqual([expect.stringContaining('password authentication failed')]);
});

test('what of the file Lapau does not know, ignores or reads too late is a warning with its line, not its value', async () => {
  const file = writeSettings(
    `DATABASE_ULR=hemmelig\nVAPID_PRIVATKEY=hemmelig\nPATHS=hemmelig\nhEmMeL1g=hemmelig\nDATABASE_URL=${away}\nLAPAU_DATA=data\nNODE_OPTIONS=--hemmelig\nhemmelig\n`,
    0o644,
  );
  const findings = await examine({ LAPAU_ENV_FILE: file });
  expect(textsOf(findings, 'configuration').slice(1)).toEqual([
    `warning Line 8 of ${file} has no = and is ignored. systemd.exec(5), EnvironmentFile=, has the rules.`,
    `warning Line 6 of ${file}: LAPAU_DATA is looked for in the folder that a command is called in. Write the whole path. systemd.exec(5), EnvironmentFile=, has the rules.`,
    `warning Line 7 of ${file} has no effect: NODE_OPTIONS is read before the file. Set it in the unit (systemctl edit lapau): Environment=NODE_OPTIONS=… systemd.exec(5), EnvironmentFile=, has the rules.`,
    `warning line 1 of ${file} sets DATABASE_ULR, which Lapau does not know Is DATABASE_URL meant?`,
    `warning line 2 of ${file} sets VAPID_PRIVATKEY, which Lapau does not know Is VAPID_PRIVATE_KEY meant?`,
    `warning line 3 of ${file} sets PATHS, which Lapau does not know Remove it; README.md lists the settings.`,
    `warning line 4 of ${file} sets a name, which Lapau does not know Remove it; README.md lists the settings.`,
    `warning everybody on this machine may read ${file}, with the secrets in it chmod o= ${file}`,
  ]);
  expect(JSON.stringify(findings)).not.toMatch(/hemmel.?g/i);
  const { said } = await lapau(['verify'], { LAPAU_ENV_FILE: file });
  expect(said).toContain(`Line 8 of ${file} has no = and is ignored.\n`);
});

test('a file that is not there, is a folder or is no text is refused in a sentence, to the doctor too', async () => {
  const missing = path.join(makeFolder(), 'lapau.env');
  const folder = makeFolder();
  const binary = writeSettings('A=1\0');
  for (const [file, text] of [
    [missing, `${missing}, which LAPAU_ENV_FILE names, cannot be read: Error: ENOENT`],
    [folder, `LAPAU_ENV_FILE must name a file of variables, and ${folder} is a folder.`],
    ['/dev/zero', 'LAPAU_ENV_FILE must name a file of variables, and /dev/zero is none.'],
    [binary, `${binary} is no text: there is a byte of zero in it.`],
  ] as const) {
    const { code, said } = await lapau(['verify'], { LAPAU_ENV_FILE: file });
    expect([code, said.trim()]).toEqual([1, expect.stringContaining(text)]);
    expect(said).not.toMatch(/^ +at /m);
    expect(textsOf(await examine({ LAPAU_ENV_FILE: file }), 'configuration').join()).toContain(text);
  }
  expect(await lapau(['version'], { LAPAU_ENV_FILE: missing })).toMatchObject({ code: 0 });
});

test.runIf(nobody)('a file that only root may read is refused with what to do, and read after it is done', async () => {
  const file = writeSettings(`DATABASE_URL=${away}\n`);
  const [, group] =
    /As root: chgrp (\S+) \S+ && chmod 0640/.exec((await lapau(['verify'], { LAPAU_ENV_FILE: file }, nobody)).said) ??
    [];
  expect(group).toBe(readFileSync('/etc/group', 'utf8').match(new RegExp(`^(.+?):.*?:${nobody?.gid}:`, 'm'))?.[1]);
  chownSync(file, 0, nobody?.gid ?? 0);
  chmodSync(file, 0o640);
  expect(
    textsOf(
      await examine({ LAPAU_ENV_FILE: file, LAPAU_DATA: path.join(makeFolder(), 'data') }, nobody),
      'configuration',
    ),
  ).toEqual([expect.stringMatching(/^ok .*: DATABASE_URL; environment: LAPAU_DATA/)]);
});

test('the unit of a further process has the port of its name, whatever the file says', async () => {
  const unit = readFileSync(path.join(programFolder, 'deploy/systemd/lapau@.service'), 'utf8').replaceAll('%i', '3001');
  const pairs = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
  const environment = Object.fromEntries(pairs.map((pair) => pair.split('=', 2))) as Record<string, string>;
  expect(environment).toMatchObject({ LAPAU_ENV_FILE: '/etc/lapau.env', PORT: '3001' });
  const file = writeSettings(`DATABASE_URL=${away}\nPORT=3000\n`);
  const findings = await examine({ PORT: environment['PORT'], LAPAU_ENV_FILE: file });
  expect(textsOf(findings, 'configuration').join()).toContain('PORT=3001 (instead of the file’s)');
});

test('the authorities of NODE_EXTRA_CA_CERTS in the file are trusted by all that talks TLS, and no others', async () => {
  const servers = await Promise.all(Array.from({ length: 5 }, startTlsServer));
  onTestFinished(() => servers.forEach(({ close }) => close()));
  const [web, mailHere, database, storage, valkey] = servers.map(({ host }) => host);
  // Lapau takes any certificate of a mail server that is this machine by its name, and this address is none of those names.
  const mail = mailHere?.replace('127.0.0.1', '0.0.0.0');
  const settings = `PUBLIC_URL=https://${web}\nSMTP_URL=smtps://${mail}\nDATABASE_URL=postgres://lapau@${database}/lapau?sslmode=verify-full
S3_ENDPOINT=https://${storage}\nS3_BUCKET=photos\nS3_ACCESS_KEY_ID=key\nS3_SECRET_ACCESS_KEY=secret\nREDIS_URL=rediss://${valkey}\n`;
  await examine({ LAPAU_ENV_FILE: writeSettings(settings) });
  expect(servers.map(({ state }) => state.trusted)).toEqual([0, 0, 0, 0, 0]);

  const certificates = path.join(makeFolder(), 'authority.crt');
  writeFileSync(certificates, `# of tests\n${authority}\n`);
  await examine({ LAPAU_ENV_FILE: writeSettings(`${settings}NODE_EXTRA_CA_CERTS=${certificates}\n`) });
  expect(servers.map(({ state }) => state.trusted > 0)).toEqual([true, true, true, true, true]);
});

test('certificates that cannot be read are named in a sentence, and the command goes on without them', async () => {
  const empty = writeSettings('no certificate');
  const folder = path.join(makeFolder(), 'folder');
  mkdirSync(folder);
  for (const [file, reason] of [
    [empty, 'no certificate in PEM is in it'],
    [`${empty}.crt`, 'ENOENT'],
    [folder, 'EISDIR'],
  ] as const) {
    const { code, said } = await lapau(['verify'], { LAPAU_ENV_FILE: writeSettings(`NODE_EXTRA_CA_CERTS=${file}\n`) });
    expect([code, said]).toEqual([1, expect.stringContaining('There is no database in')]);
    expect(said).toContain(
      `NODE_EXTRA_CA_CERTS must name a file of certificates that can be read, and ${file} is none: ${reason}`,
    );
    expect(said).not.toMatch(/^ +at /m);
  }
});
