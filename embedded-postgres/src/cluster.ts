import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import type { Binaries } from './binaries.ts';
import type { PostgresFolder } from './folder.ts';
import { PostgresStartError } from './start-error.ts';
import { syncFolder } from './sync-folder.ts';

/** Where the server listens: a socket folder, or a loopback address. */
export type Address = { host: string; port: number };

/**
 * LC_CTYPE by platform: only under one of Unicode do trigrams and text search take accented letters for letters. Sorting is by the
 * built-in C.UTF-8.
 */
const characterTypes: Partial<Record<NodeJS.Platform, string>> = { linux: 'C.UTF-8', darwin: 'en_US.UTF-8' };

/**
 * The variables of this process's environment that PostgreSQL's programs get. Others may hold secrets, and PG* variables would change
 * what the programs do.
 */
export const environment = (): NodeJS.ProcessEnv => {
  const { PATH, TMPDIR, SystemRoot, TEMP } = process.env;
  return { PATH, TMPDIR, SystemRoot, TEMP, LC_ALL: 'C' };
};

export const readPassword = (folder: PostgresFolder): string => {
  try {
    return readFileSync(folder.password, 'utf8').trim();
  } catch (error) {
    throw new PostgresStartError(
      `The database's password, ${folder.password}, cannot be read (${String(error)}). Restore the file from a backup.`,
      { cause: error },
    );
  }
};

/** Connection string for pg. The password travels as SCRAM, over the socket as over loopback. */
export const urlOf = (folder: PostgresFolder, { host, port }: Address, role: string, database: string): string =>
  `postgres://${role}:${readPassword(folder)}@${encodeURIComponent(host)}:${port}/${database}`;

/** The password for a new cluster: the one an interrupted start left, or a new one. A rename writes it whole or not at all. */
function ensurePassword(folder: PostgresFolder): string {
  if (existsSync(folder.password) && readPassword(folder) !== '') return readPassword(folder);
  const unfinished = path.join(folder.root, `.password-${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(unfinished, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
    renameSync(unfinished, folder.password);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return readPassword(folder);
}

/**
 * Makes the database cluster. It appears under its name only when complete, so an interrupted start leaves nothing behind
 * that could be mistaken for a database. Every connection needs the password, also over the socket.
 * @throws PostgresStartError with initdb's output
 */
export async function createCluster(binaries: Binaries, folder: PostgresFolder, durable: boolean): Promise<void> {
  const unfinished = mkdtempSync(path.join(folder.root, 'initdb-'));
  const data = path.join(unfinished, 'data');
  const passwordFile = path.join(unfinished, 'password');
  const { uid, gid } = folder.account;
  try {
    writeFileSync(passwordFile, ensurePassword(folder), { mode: 0o600 });
    mkdirSync(data, { mode: 0o700 });
    if (uid !== undefined && gid !== undefined) {
      for (const entry of [passwordFile, data, unfinished]) chownSync(entry, uid, gid);
    }
    const options = [
      `--pgdata=${data}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${characterTypes[process.platform] ?? 'C'}`,
      ...(durable ? [] : ['--no-sync']),
    ];
    const initdb = spawn(binaries.initdb, options, {
      uid,
      gid,
      cwd: folder.root,
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
    });
    const ended = new Promise<number | null>((resolve, reject) => initdb.once('close', resolve).once('error', reject));
    const [output, status] = await Promise.all([text(initdb.stderr), ended]);
    if (status !== 0) {
      throw new PostgresStartError(
        `The database could not be created in ${folder.root}: ${output.trim() || `initdb ended (${status})`}`,
      );
    }
    renameSync(data, folder.data);
    if (durable) await syncFolder(folder.root);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Makes the role and the database of that name where missing. The role is no superuser; it may create databases (for tests). */
export async function provision(superuserUrl: string, name: string, password: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // the query under way reports the error
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $1) as database`,
      [name],
    );
    const identifier = client.escapeIdentifier(name);
    if (!rows[0]?.role) await client.query(`create role ${identifier} login createdb`);
    await client.query(`alter role ${identifier} password ${client.escapeLiteral(password)}`);
    if (!rows[0]?.database) await client.query(`create database ${identifier} owner ${identifier}`);
  } finally {
    await client.end();
  }
}
