import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';

/** The processors on which Lapau runs on Linux, as Node calls them. */
export const processors = ['x64', 'arm64'] as const;
export type Processor = (typeof processors)[number];

export const nativePackage = (processor: Processor): string => `@img/sharp-linux-${processor}`;
const libraryPackage = (processor: Processor): string => `@img/sharp-libvips-linux-${processor}`;

/** The file of a processor's native part of sharp, beside the bundle that requires it. */
export const nativeFile = (processor: Processor): string => `sharp-linux-${processor}.node`;

/**
 * Puts the native part of sharp, which decodes pictures, into a folder of the release, half a megabyte for each processor. npm is
 * not left to install it, as it installs the library that it needs (libvips): under the Node of Debian 12 npm passes over it, since
 * its package wants a newer Node, although Lapau brings one along.
 * @param into the folder of the bundle, one below the package's
 * @returns the packages as `name@version`, with the folder that states their licence
 */
export function addNatives(into: string, wanted: readonly Processor[]): Map<string, string> {
  const download = mkdtempSync(path.join(into, 'natives-'));
  try {
    return new Map(
      wanted.map((processor) => {
        const { addon, version } = readAddon(processor, download);
        writeFileSync(path.join(into, nativeFile(processor)), withLibraryPath(addon, processor));
        return [`${nativePackage(processor)}@${version}`, path.join(root, 'node_modules/sharp')];
      }),
    );
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
}

type Locked = { version: string; integrity: string };

/** The addon of the version in the lock file: npm has installed that of one processor, and fetches the other. */
function readAddon(processor: Processor, folder: string): { addon: Buffer; version: string } {
  const name = nativePackage(processor);
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked | undefined>;
  };
  const locked = lock.packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`package-lock.json has no ${name}`);
  const { version } = locked;
  const file = `lib/sharp-linux-${processor}-${version}.node`;
  if (process.platform === 'linux' && processor === process.arch)
    return { addon: readFileSync(path.join(root, 'node_modules', name, file)), version };

  const options = { cwd: folder, encoding: 'utf8' } as const;
  const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], options).trim();
  const integrity = `sha512-${createHash('sha512')
    .update(readFileSync(path.join(folder, packed)))
    .digest('base64')}`;
  if (integrity !== locked.integrity) throw new Error(`${name} is not the one in package-lock.json`);
  execFileSync('tar', ['xzf', packed, `package/${file}`], options);
  return { addon: readFileSync(path.join(folder, 'package', file)), version };
}

/**
 * Has the addon look for libvips where npm puts it for Lapau: below the release or beside it. It looks where a path in itself
 * says, from its own folder; the new path takes the bytes of the old one, which is longer.
 */
function withLibraryPath(addon: Buffer, processor: Processor): Buffer {
  const start = addon.indexOf(`$ORIGIN/../../sharp-libvips-linux-${processor}/lib:`);
  const end = addon.indexOf('\0', start);
  const library = `${libraryPackage(processor)}/lib`;
  const wanted = `$ORIGIN/../node_modules/${library}:$ORIGIN/../../${library}`;
  if (start < 0 || wanted.length > end - start) throw new Error(`the addon of ${processor} has no path to replace`);
  const changed = Buffer.from(addon);
  changed.fill(0, start, end);
  changed.write(wanted, start, 'latin1');
  return changed;
}
