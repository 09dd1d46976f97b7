// A process that runs the embedded server for embedded.test.ts, which starts it under other users and kills it.
import { pino } from 'pino';
import { startEmbeddedPostgres } from './embedded.ts';
import { PostgresStartError } from './start-error.ts';
import { processName } from './test-users.ts';

export type Report =
  | { type: 'log'; message: string }
  | { type: 'started'; url: string; adopted: boolean; folder: string }
  | { type: 'refused'; message: string };

const report = (message: Report) => process.send?.(message);
const log = pino(
  { base: null },
  { write: (line) => report({ type: 'log', message: (JSON.parse(line) as { msg: string }).msg }) },
);

process.on('SIGINT', () => {}); // the process survives the SIGINT that a terminal sends to its whole group
const dataFolder = process.argv[2] ?? '';
const settings = { fsync: 'off', cluster_name: processName(dataFolder) };
try {
  const postgres = await startEmbeddedPostgres({ dataFolder, name: 'canteen', log, settings });
  process.once('message', () => void postgres.stop().then(() => process.disconnect()));
  report({ type: 'started', url: postgres.url, adopted: postgres.adopted, folder: postgres.folder });
} catch (error) {
  if (!(error instanceof PostgresStartError)) throw error;
  report({ type: 'refused', message: error.message });
  process.disconnect();
}
