import { PostgresStartError } from '@lapau/embedded-postgres/start-error';
import { StartRefused } from './start-refused.ts';

/**
 * Why the bundled PostgreSQL could not be used, for the operator; undefined for an error of the program. The operating system's
 * refusals (permissions, a file where a folder should be) need no explanation of ours.
 */
export function embeddedRefusal(error: unknown): StartRefused | undefined {
  if (!(error instanceof PostgresStartError || (error instanceof Error && 'syscall' in error))) return undefined;
  return new StartRefused(
    `${error.message}\nLAPAU_DATA names the data folder, DATABASE_URL a PostgreSQL server of your own.`,
    { cause: error },
  );
}
