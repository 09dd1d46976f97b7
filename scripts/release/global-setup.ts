import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { root } from '../root.ts';
import { version } from './manifest.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The package of a release for this machine's processor. */
    release: string;
  }
}

/**
 * Makes the release that all tests of this project install, apart from Vitest's environment. A setup that throws would end the run of
 * all projects; tests find no package then.
 */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lapau-release-'));
  const program = [path.join(root, 'scripts/release.ts'), folder, '--processor', process.arch];
  const options = { env: { PATH: process.env['PATH'] }, stdio: 'inherit', timeout: 600_000 } as const;
  try {
    execFileSync(process.execPath, program, options);
  } catch (error) {
    console.error(error);
  }
  project.provide('release', path.join(folder, `lapau-${version}.tgz`));
  return () => rmSync(folder, { recursive: true });
}
