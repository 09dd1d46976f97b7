import type { Bucket } from '../schema.ts';
import { StartRefused } from '../start-refused.ts';
import type { FileStore } from './store.ts';

const buckets: Bucket[] = ['avatars', 'posts'];
const atOnce = 16;

/**
 * Copies all whole files into a place that is empty, or has what an interrupted copy has left: files of the same size stay.
 * @returns how many files were copied
 * @throws StartRefused when a file is there that is not where it is copied from
 */
export async function copyStore(source: FileStore, target: FileStore, signal: AbortSignal): Promise<number> {
  let copied = 0;
  for (const bucket of buckets) {
    for await (const names of target.list(bucket)) {
      await eachOf(names, async (name) => {
        if (isWhole(name) && !(await source.find(bucket, name)))
          throw new StartRefused(
            `The place that files move to is not empty: it has ${bucket}/${name}, which is no copy.`,
          );
      });
    }
    for await (const names of source.list(bucket)) {
      await eachOf(names.filter(isWhole), async (name) => {
        signal.throwIfAborted();
        const [file, copy] = [await source.read(bucket, name), await target.find(bucket, name)];
        if (!file || copy?.bytes === file.bytes) return;
        await target.put(bucket, name, file.content);
        copied += 1;
      });
    }
  }
  return copied;
}

const isWhole = (name: string): boolean => !name.endsWith('.part');

async function eachOf(names: string[], use: (name: string) => Promise<void>): Promise<void> {
  for (let at = 0; at < names.length; at += atOnce) await Promise.all(names.slice(at, at + atOnce).map(use));
}
