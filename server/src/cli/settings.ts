import { readEnvFile } from '../platform/config/read-env-file.ts';
import { say } from './report.ts';

/** Adds the variables of LAPAU_ENV_FILE to the environment, and warns of lines that do something else than it seems. */
export function readSettings(): void {
  for (const remark of readEnvFile(process.env)?.remarks ?? []) say(remark);
}
