import { StartRefused } from '../platform/start-refused.ts';
import { unavailableReason } from '../platform/unavailable.ts';

/**
 * Says why a command has failed, and has the process end with code 1: a refusal and an outage by their words, a fault of the
 * program with its stack.
 */
export function reportFailure(error: unknown): void {
  process.exitCode = 1;
  const reason = unavailableReason(error);
  if (error instanceof StartRefused) process.stderr.write(`\n${error.message}\n\n`);
  else if (reason !== undefined)
    process.stderr.write(
      `\nThe database or the disk cannot be used: ${reason}.\nRun the command again when it can.\n\n`,
    );
  else throw error;
}
