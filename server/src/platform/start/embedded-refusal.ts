import { OtherMajorVersion, PostgresStartError } from '@lapau/embedded-postgres/start-error';
import { StartRefused } from '../errors/start-refused.ts';

const variables = 'LAPAU_DATA names the data folder, DATABASE_URL a PostgreSQL server of your own.';

/** The advice for bringing the data of an older PostgreSQL into the bundled one, which reads only data of its own version. */
const upgrade = `It was left as it is. Two commands bring it over:

  with the Lapau that has run until now:  lapau backup village.tar
  with this one:                          lapau restore village.tar --into NEW-FOLDER

Then start this one with LAPAU_DATA=NEW-FOLDER.`;

/**
 * Says to the operator why the bundled PostgreSQL could not be used; undefined for an error of the program. The operating system's
 * refusals (permissions, a file where a folder should be) need no explanation of ours.
 */
export function embeddedRefusal(error: unknown): StartRefused | undefined {
  if (!(error instanceof PostgresStartError || (error instanceof Error && 'syscall' in error))) return undefined;
  const advice =
    error instanceof OtherMajorVersion
      ? error.isOlder
        ? upgrade
        : 'It was left as it is. Start the newer Lapau that made it.'
      : variables;
  return new StartRefused(`${error.message}\n${advice}`, { cause: error });
}
