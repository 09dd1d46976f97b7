import { isBucket, isStoredName } from '../files/paths.ts';
import { DamagedTar } from './tar.ts';

/** Numbers the pieces of one table, so that their names sort in the order in which they come. */
export const numbered = (number: number): string => String(number).padStart(6, '0');

/**
 * Follows the entries of an archive: rows in the order of the tables, then jobs, then files. The pieces of a table's rows make one
 * text, so every piece has to come, in its place.
 * @returns a function to be called with each name in turn; it throws DamagedTar for a name that does not belong there
 */
export function followEntries(tables: string[]): (name: string) => void {
  const turns = [...tables.map((name) => `rows/${name}`), 'jobs', 'files'];
  let turn = 0;
  let piece = 0;
  return (name) => {
    const folder = name.startsWith('files/') ? 'files' : name.slice(0, name.lastIndexOf('/'));
    const next = turns.indexOf(folder, turn);
    piece = next === turn ? piece + 1 : 1;
    turn = next;
    const isRight = folder === 'files' ? isFileEntry(name) : name === `${folder}/${numbered(piece)}.copy.gz`;
    if (next === -1 || !isRight) throw new DamagedTar(`${name} in it does not belong there`);
  };
}

function isFileEntry(name: string): boolean {
  const [, bucket = '', ...rest] = name.split('/');
  return isBucket(bucket) && isStoredName(rest.join('/'));
}
