import { chmod, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/**
 * Makes a new folder for data among the temporary files. The account under which PostgreSQL runs for root can enter it, as otherwise
 * the database would be put elsewhere and stay when the folder is removed.
 * @param prefix how its name begins
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), prefix));
  await chmod(folder, 0o755);
  return folder;
}
