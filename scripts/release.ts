import { statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeRelease } from './release/make-release.ts';
import { processors } from './release/natives.ts';
import { root } from './root.ts';

// npm run release [-- folder] [--processor x64]: makes the release's package in release/, or in the folder, for Linux on all
// processors or on one of them.
const { values, positionals } = parseArgs({ allowPositionals: true, options: { processor: { type: 'string' } } });
const wanted = processors.filter((name) => values.processor === undefined || values.processor === name);
if (wanted.length === 0) throw new Error(`--processor is one of ${processors.join(', ')}`);
const file = await makeRelease(path.resolve(positionals[0] ?? path.join(root, 'release')), wanted);
console.log(`${file}, ${(statSync(file).size / 1e6).toFixed(1)} MB`);
