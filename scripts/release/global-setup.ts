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

/** Makes the release that all tests of this project install, apart from Vitest's environment. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lapau-release-'));
  const program = [path.join(root, 'scripts/release.ts'), folder, '--processor', process.arch];
  execFileSync(process.execPath, program, { env: { PATH: process.env['PATH'] }, stdio: 'inherit' });
  project.provide('release', path.join(folder, `lapau-${version}.tgz`));
  return () => rmSync(folder, { recursive: true });
}
