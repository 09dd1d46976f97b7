import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';
import { billOfMaterials, thirdPartyNotices } from './bill-of-materials.ts';
import { bundleServer, bundleWeb } from './bundle.ts';
import { manifest } from './manifest.ts';
import { addNatives, processors } from './natives.ts';
import type { Processor } from './natives.ts';

/** Files that are in the release as they are in the repository. */
const copied: [from: string, to: string][] = [
  ['scripts/launch.sh', 'bin/lapau'],
  ['scripts/require-node.cjs', 'program/require-node.cjs'],
  ['server/src/migrations', 'server/src/migrations'],
  ...['README.md', 'CHANGELOG.md', 'LICENSE', '.env.example', 'docs', 'deploy'].map((file): [string, string] => [
    file,
    file,
  ]),
];

/**
 * Makes the release: one npm package with the server bundled, the web app built and only what runs (D88).
 * @param folder receives the package, and is made if it is missing
 * @param wanted the processors that it runs on; npm fetches the native parts for processors that this machine does not have
 * @returns its path, `lapau-<version>.tgz`
 */
export async function makeRelease(folder: string, wanted: readonly Processor[] = processors): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const staging = mkdtempSync(path.join(folder, 'staging-'));
  try {
    const inside = (...names: string[]) => path.join(staging, ...names);
    for (const [from, to] of copied) cpSync(path.join(root, from), inside(to), { recursive: true });
    chmodSync(inside('bin/lapau'), 0o755);
    const bundled = new Map([
      ...(await bundleServer(inside('program'))),
      ...(await bundleWeb(inside('web/dist'))),
      ...addNatives(inside('program'), wanted),
    ]);
    const files: Record<string, string> = {
      'package.json': toJson(manifest),
      'sbom.cdx.json': toJson(billOfMaterials(bundled)),
      'THIRD-PARTY-NOTICES.txt': thirdPartyNotices(bundled),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(inside(name), text);
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const packed = execFileSync('npm', ['pack', staging, '--ignore-scripts', '--silent'], options);
    return path.join(folder, packed.trim());
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

const toJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
