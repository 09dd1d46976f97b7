import { buckets, isOwner } from './paths.ts';
import { isPlaceMark } from './place-mark.ts';
import type { FileStore } from './store.ts';

const atOnce = 16;

/**
 * Copies all whole files into a place that was empty, or has what an interrupted copy left: a file there that is as new is not copied
 * again.
 * @returns how many files were copied
 */
export async function copyStore(source: FileStore, target: FileStore, signal: AbortSignal): Promise<number> {
  let copied = 0;
  for (const bucket of buckets) {
    for await (const names of source.list(bucket)) {
      await eachOf(
        names.filter((name) => isStored(name) && !isOwner(bucket, name)),
        async (name) => {
          signal.throwIfAborted();
          const [file, copy] = [await source.read(bucket, name), await target.find(bucket, name)];
          if (!file || (copy && copy.modifiedAt >= file.modifiedAt)) return;
          await target.put(bucket, name, file.content);
          copied += 1;
        },
      );
    }
  }
  return copied;
}

/** Whether the name is that of a whole file, and neither of a half-written one nor of a mark. */
const isStored = (name: string): boolean => !name.endsWith('.part') && !isPlaceMark(name);

async function eachOf(names: string[], use: (name: string) => Promise<void>): Promise<void> {
  for (let at = 0; at < names.length; at += atOnce) await Promise.all(names.slice(at, at + atOnce).map(use));
}
