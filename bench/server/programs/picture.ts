import { readFile } from 'node:fs/promises';
import { preparePicture } from '../../../server/src/platform/files/image.ts';

/** The CPU seconds that each of several preparations took, and the bytes of each variant by its suffix. */
export type Prepared = { cpuSeconds: number[]; sizes: Record<string, number> };

// Prepares a photo again and again in a process that does nothing else, so that its CPU time is the photo's.
const bytes = await readFile(process.argv[2] ?? '');
const { files } = await preparePicture(bytes, 'photo');
const cpuSeconds: number[] = [];
for (let times = 0; times < 5; times += 1) {
  const before = process.cpuUsage();
  await preparePicture(bytes, 'photo');
  const { user, system } = process.cpuUsage(before);
  cpuSeconds.push((user + system) / 1e6);
}
const prepared: Prepared = {
  cpuSeconds,
  sizes: Object.fromEntries(files.map((file) => [file.suffix, file.bytes.length])),
};
process.send?.(prepared, () => process.disconnect());
