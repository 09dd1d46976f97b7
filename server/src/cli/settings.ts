import { readEnvFile } from '../platform/config/read-env-file.ts';
import { say } from './report.ts';

/** Adds the variables of LAPAU_ENV_FILE to the environment, and says which of its lines do not do what they look like. */
export function readSettings(): void {
  for (const remark of readEnvFile(process.env)?.remarks ?? []) say(remark);
}
