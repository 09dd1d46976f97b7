import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { damaged, openArchive } from './archive.ts';
import type { Written } from './write.ts';

/**
 * Reads a backup from its beginning to its end, without a database: each entry is compared with its checksum.
 * @throws StartRefused when it is damaged, incomplete or none
 */
export async function checkArchive(source: AsyncIterable<Uint8Array>): Promise<Written> {
  const archive = await openArchive(source);
  const files = { count: 0, bytes: 0 };
  for await (const { name, bytes } of archive.entries) {
    if (name.startsWith('files/')) {
      files.count += 1;
      files.bytes += bytes.length;
    } else {
      await promisify(gunzip)(bytes).catch((error: unknown) => {
        throw damaged(`${name} cannot be unpacked: ${String(error)}`);
      });
    }
  }
  const manifest = archive.manifest();
  if (files.count !== manifest.files.count) throw damaged(`it has ${files.count} files, not ${manifest.files.count}`);
  return { header: archive.header, manifest };
}
