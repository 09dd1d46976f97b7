import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** What the tests need beyond npm, by Debian's packages: browsers, Android's font, Redis, proxies and poolers, Prometheus, systemd's machines, and the oldest PostgreSQL that is supported. */
const tools = {
  'chromium-headless-shell': () => isProgram('/usr/bin/chromium-headless-shell'),
  'firefox-esr': () => isProgram('/usr/bin/firefox-esr'),
  'webkit2gtk-driver': () => isProgram('/usr/bin/WebKitWebDriver'),
  // WebKitGTK draws in windows only.
  xvfb: () => isProgram('/usr/bin/Xvfb'),
  'fonts-roboto-unhinted': () => globSync('/usr/{share,local/share}/fonts/**/Roboto-Regular.ttf').length > 0,
  // The operating guide is walked through in machines of these two.
  'systemd-container': () => isProgram('/usr/bin/systemd-nspawn'),
  slirp4netns: () => isProgram('/usr/bin/slirp4netns'),
  // Only `npm run release:prove` needs this one.
  debootstrap: () => isProgram('/usr/sbin/debootstrap'),
  'postgresql-15': () => isProgram('/usr/lib/postgresql/15/bin/postgres'),
  pgbouncer: () => isProgram('/usr/sbin/pgbouncer'),
  'redis-server': () => isProgram('/usr/bin/redis-server'),
  haproxy: () => isProgram('/usr/sbin/haproxy'),
  'nginx-light': () => isProgram('/usr/sbin/nginx'),
  'apache2-bin': () => isProgram('/usr/sbin/apache2'),
  prometheus: () => isProgram('/usr/bin/prometheus') && isProgram('/usr/bin/promtool'),
};

export type DebianPackage = keyof typeof tools;

const missingOf = (packages: DebianPackage[]): DebianPackage[] =>
  [...new Set(packages)].filter((name) => !tools[name]());

const update = ['update'];
const install = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=600'];

/** The one line that installs the packages by hand, as root. */
export const installLine = (packages: string[]): string =>
  `apt-get ${update.join(' ')} && apt-get ${[...install, ...packages].join(' ')}`;

/**
 * Makes sure that these packages of Debian are there; installs them as root, else says how.
 * @returns false when something is still missing
 */
export function ensureDebianTools(packages: DebianPackage[]): boolean {
  const missing = missingOf(packages);
  if (missing.length === 0) return true;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log(`Installing ${missing.join(' and ')} from Debian.`);
    if (installAsRoot(missing)) return true;
  }
  console.error(`The tests need ${missing.join(' and ')}. Run this as root:\n${installLine(missing)}`);
  return false;
}

/** Only the programs are wanted: with these files, for as long as they exist, the packages neither make a cluster nor start a service. */
const withoutServices = [
  {
    file: '/etc/postgresql-common/createcluster.d/lapau-tests.conf',
    text: 'create_main_cluster = false\n',
    mode: 0o644,
  },
  { file: '/usr/sbin/policy-rc.d', text: '#!/bin/sh\nexit 101\n', mode: 0o755 },
];

function installAsRoot(packages: DebianPackage[]): boolean {
  // a policy of the machine's own stays
  const added = withoutServices.filter(({ file }) => !existsSync(file));
  for (const { file, text, mode } of added) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
  }
  try {
    return aptGet(update) && aptGet([...install, ...packages]) && missingOf(packages).length === 0;
  } finally {
    for (const { file } of added) rmSync(file);
  }
}

/**
 * Runs apt-get, and again while another apt-get holds the lock of the package lists, for which DPkg::Lock::Timeout does not wait.
 * @returns whether it succeeded
 */
export function aptGet(args: string[], { tries = 300, pauseMs = 2_000 } = {}): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  for (let left = tries; left > 0; left -= 1) {
    const { status, stderr } = spawnSync('apt-get', args, {
      env,
      encoding: 'utf8',
      stdio: ['inherit', 'inherit', 'pipe'],
    });
    process.stderr.write(stderr ?? '');
    if (status === 0) return true;
    if (!/Could not get lock .*\/lists\/lock/.test(stderr ?? '')) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
  return false;
}
