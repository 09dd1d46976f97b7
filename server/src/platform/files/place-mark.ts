import type { Bucket } from '../database/schema.ts';
import { buckets } from './paths.ts';
import type { FileStore } from './store.ts';

// An unfinished restore or move marks the place that its files go to: by a file whose name has the id that is also in the
// database. No row has such a name, no address leads to it (isStoredName), and the nightly sweep removes a mark that was
// left.

const bucket: Bucket = 'avatars';
const folder = 'unfinished/';
const nameOf = (id: string): string => `${folder}${id}`;

export const isPlaceMark = (name: string): boolean => name.startsWith(folder);

export const putPlaceMark = (files: FileStore, id: string): Promise<void> =>
  files.put(bucket, nameOf(id), Buffer.from('A restore or a move of Lapau to this place has not ended.\n'));

export const hasPlaceMark = async (files: FileStore, id: string): Promise<boolean> =>
  (await files.find(bucket, nameOf(id))) !== undefined;

export const removePlaceMark = (files: FileStore, id: string): Promise<void> => files.remove(bucket, [nameOf(id)]);

/** Lists the ids of all marks in a place. */
export async function listPlaceMarks(files: FileStore): Promise<string[]> {
  const found: string[] = [];
  for await (const names of files.list(bucket))
    found.push(...names.filter(isPlaceMark).map((name) => name.slice(folder.length)));
  return found;
}

/** Finds some files of a place, as `posts/<name>`, half-written ones too. The mark of that id is left out. */
export async function findForeign(files: FileStore, id: string): Promise<string[]> {
  for (const one of buckets) {
    for await (const names of files.list(one)) {
      const foreign = names.filter((name) => !(one === bucket && name.startsWith(nameOf(id))));
      if (foreign.length > 0) return foreign.map((name) => `${one}/${name}`);
    }
  }
  return [];
}
