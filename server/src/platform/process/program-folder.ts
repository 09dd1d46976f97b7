import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const program = findUp(import.meta.dirname);

/**
 * The folder of this program, which has package.json, web/dist and server/src/migrations: the repository, or the package that npm has
 * installed, whose code is in other files.
 */
export const programFolder = program.folder;

/** The version of Lapau that runs. */
export const programVersion = program.version;

function findUp(folder: string): { folder: string; version: string } {
  const file = path.join(folder, 'package.json');
  const found = existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string });
  if (found && found.name === 'lapau') return { folder, version: found.version };
  const above = path.dirname(folder);
  if (above === folder) throw new Error(`no package.json of Lapau above ${import.meta.dirname}`);
  return findUp(above);
}
