import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { processorSeconds } from '../../shared/processor.ts';
import { launcher, root } from '../../shared/product.ts';
import { median } from '../../shared/rounds.ts';
import { megabytes } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { lapauEnvironment } from '../programs/start.ts';
import type { Bench } from './bench.ts';

/** Each stored file has so many bytes, as the widest variant of a photo has. */
const fileBytes = 100_000;
const owner = '01900000-0000-7000-8000-000000000001';

/** One command from its start to its end. */
type Run = { seconds: number; memory: number; cpu: number };

/** Measures `lapau backup` and `lapau restore` into a new database, first with rows only, then with files, to tell what the files cost. */
export async function measureBackup({ databaseUrl, sizes, rounds }: Bench): Promise<Row[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-bench-backup-'));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const number = Math.round(sizes.posts / 5);
  try {
    // Photos that another measure has uploaded lie in a folder of its own, where no backup finds them.
    await client.query('delete from files');
    const rowCount = await countRows(client);
    const rowsOnly = await backUpAndRestore('rows');
    await storeFiles(client, path.join(folder, 'data'), number);
    const withFiles = await backUpAndRestore('files');
    const megabytesOfFiles = (number * fileBytes) / 1e6;
    return (['backup', 'restore'] as const).flatMap((command) => {
      const [rows, files] = [rowsOnly[command], withFiles[command]];
      const seconds = median(rows.map((run) => run.seconds));
      const ofFiles = median(files.map((run) => run.seconds)) - seconds;
      const memory = Math.max(...[...rows, ...files].map((run) => run.memory));
      const [rowRate, fileRate] = [rowCount / seconds, megabytesOfFiles / ofFiles];
      return [
        {
          what: `${command}, its start included`,
          measured: `${Math.round(rowRate)} rows/s`,
          against: `${rowCount} rows in ${seconds.toFixed(1)} s, ${median(rows.map(({ cpu }) => cpu)).toFixed(1)} s of CPU in Node`,
          budget: '>= 50000 rows/s',
          isMet: rowRate >= 50_000,
        },
        {
          what: '  files',
          measured: `${Math.round(fileRate)} MB/s`,
          against: `${megabytesOfFiles.toFixed(0)} MB in ${number} files`,
          budget: '>= 80 MB/s',
          isMet: fileRate >= 80,
        },
        {
          what: '  most memory',
          measured: megabytes(memory),
          against: `rows only ${megabytes(Math.max(...rows.map((run) => run.memory)))}`,
          budget: '<= 200 MB',
          isMet: memory <= 200,
        },
      ];
    });
  } finally {
    await client.query('delete from files where path like $1', [`${owner}/bench-%`]);
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }

  async function backUpAndRestore(what: string): Promise<{ backup: Run[]; restore: Run[] }> {
    const file = path.join(folder, `${what}.tar`);
    const runs: { backup: Run[]; restore: Run[] } = { backup: [], restore: [] };
    for (let round = 0; round < rounds; round += 1) {
      runs.backup.push(await lapau(['backup', file], databaseUrl, path.join(folder, 'data')));
      const target = path.join(folder, 'restored');
      await client.query('create database restored template template0');
      try {
        const url = new URL(databaseUrl);
        url.pathname = '/restored';
        runs.restore.push(await lapau(['restore', file], url.href, target));
      } finally {
        await client.query('drop database restored');
        await rm(target, { recursive: true, force: true });
      }
    }
    return runs;
  }
}

async function countRows(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'schema_migrations%'",
  );
  let sum = 0;
  for (const { name } of rows) {
    const counted = await client.query<{ count: string }>(`select count(*) from ${pg.escapeIdentifier(name)}`);
    sum += Number(counted.rows[0]?.count);
  }
  return sum;
}

async function storeFiles(client: pg.Client, dataFolder: string, number: number): Promise<void> {
  const folder = path.join(dataFolder, 'files/posts', owner);
  await mkdir(folder, { recursive: true });
  const photo = randomBytes(fileBytes); // random bytes compress as little as a photo does
  for (let index = 0; index < number; index += 1) await writeFile(path.join(folder, `bench-${index}.png`), photo);
  await client.query(
    `insert into files (bucket, path, content_type, bytes)
     select 'posts', $1 || '/bench-' || n || '.png', 'image/png', $2 from generate_series(0, $3::int - 1) n`,
    [owner, fileBytes, number],
  );
}

async function lapau(args: string[], databaseUrl: string, dataFolder: string): Promise<Run> {
  const begun = performance.now();
  const child = spawn('sh', [launcher, ...args], {
    cwd: root,
    env: lapauEnvironment(databaseUrl, dataFolder),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const run: Run = { seconds: 0, memory: 0, cpu: 0 };
  const watching = setInterval(() => {
    if (child.pid !== undefined) Object.assign(run, used(child.pid));
  }, 20);
  await once(child, 'close');
  clearInterval(watching);
  if (child.exitCode !== 0) throw new Error(`lapau ${args[0]} ended with ${child.exitCode}:\n${said}`);
  return { ...run, seconds: (performance.now() - begun) / 1000 };
}

/** Reads the most memory that a process has had, in MB, and its processor time; empty once it has ended. */
function used(pid: number): Partial<Run> {
  try {
    const peak = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return peak === undefined ? {} : { memory: Number(peak) / 1024, cpu: processorSeconds(pid) };
  } catch {
    return {};
  }
}
