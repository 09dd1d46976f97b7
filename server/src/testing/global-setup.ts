import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/database/database.ts';
import { openJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log/log.ts';
import { migrate } from '../platform/upgrade/migrate.ts';
import { startBundledEngine, startDebianEngine } from './engines.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine's maintenance database; every test server clones `lapau_template` in it. */
    engineUrl: string;
    /** Whether the servers of this project keep files in object storage. */
    inObjectStorage: boolean;
    /** The package that scripts/release/global-setup.ts has made, in its project alone. */
    release: string;
  }
}

/** Starts the engine of this project (its name ends in 15 for Debian's server) with a migrated template database. */
export default async function setup(project: TestProject) {
  const engine = await (project.name.endsWith('15') ? startDebianEngine() : startBundledEngine());
  const log = createLog('warn');
  const client = new pg.Client({ connectionString: engine.url });
  await client.connect();
  await client.query('create database lapau_template');
  await client.end();
  const template = withDatabase(engine.url, 'lapau_template');
  const database = openDatabase(template, log);
  await migrate(database.db);
  await database.close();
  const jobs = await openJobs(template, log, []);
  await jobs.close();
  project.provide('engineUrl', engine.url);
  return () => engine.stop();
}

/** Makes the address of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
