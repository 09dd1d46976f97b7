import { openArchive } from './archive.ts';
import { compareCounts, createCounts, runs } from './entries-in.ts';
import type { TarEntry } from './tar.ts';
import { lineEnd, unpack } from './unpack.ts';
import type { Written } from './write.ts';

/**
 * Reads a backup from its beginning to its end, without a database: it compares each entry with its checksum, and the numbers of rows,
 * jobs and files with the manifest.
 * @throws StartRefused when the backup is damaged, incomplete or none
 */
export async function checkArchive(source: AsyncIterable<Uint8Array>): Promise<Written> {
  const archive = await openArchive(source);
  const counts = createCounts();
  for await (const { folder, entries } of runs(archive.entries, undefined)) {
    const [kind, table = ''] = folder.split('/');
    if (kind === 'files') {
      for await (const { bytes } of entries) {
        counts.files += 1;
        counts.bytes += bytes.length;
      }
    } else if (kind === 'jobs') {
      counts.jobs = await countRows(entries);
    } else {
      counts.rows.set(table, await countRows(entries));
    }
  }
  const manifest = archive.manifest();
  compareCounts(manifest, counts, archive.header.tables);
  return { header: archive.header, manifest };
}

async function countRows(entries: AsyncIterable<TarEntry>): Promise<number> {
  let rows = 0;
  for await (const piece of unpack(entries))
    for (let at = piece.indexOf(lineEnd); at !== -1; at = piece.indexOf(lineEnd, at + 1)) rows += 1;
  return rows;
}
