import { StartRefused } from '../platform/errors/start-refused.ts';
import { unavailableReason } from '../platform/errors/unavailable.ts';
import { refusalIn } from '../platform/start/start-failures.ts';
import { ownName } from '../platform/text/account-name.ts';

/**
 * Says why a command has failed, and has the process end with code 1: a refusal, an outage and a closed path by their words, a
 * fault of the program with its stack.
 */
export function reportFailure(error: unknown): void {
  process.exitCode = 1;
  const reason = unavailableReason(error);
  const refused = error instanceof StartRefused ? error : refusalIn(error);
  if (refused) process.stderr.write(`\n${refused.message}\n\n`);
  else if (reason !== undefined)
    process.stderr.write(
      `\nThe database or the disk cannot be used: ${reason}.\nRun the command again when it can.\n\n`,
    );
  else if (isClosedPath(error))
    process.stderr.write(`\nA file or folder cannot be used by ${ownName()}: ${error.message}.\n\n`);
  else throw error;
}

/** Permissions and paths are the operator's to mend. A missing file is left out, as it may be a fault of the program. */
const isClosedPath = (error: unknown): error is Error =>
  error instanceof Error &&
  'path' in error &&
  ['EACCES', 'EPERM', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(String((error as NodeJS.ErrnoException).code));
