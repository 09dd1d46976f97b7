import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';
import { ensureDebianTools } from '../run/debian-tools.ts';
import { makeRelease } from './make-release.ts';

// npm run release:prove [folder]: as root on Debian, makes a bare Debian 12 in a folder, and walks through the operating guide
// in it. In a copy that has Node (18) and npm, an ordinary user then installs the release and runs it. A folder that is named
// is kept, and the next run uses it again.

const suite = 'bookworm';
const user = 'warga';
/** What an installation may take, in MiB as du counts them, when npm may run the release's script. */
const mostMegabytes = 200;

if (process.getuid?.() !== 0 || !ensureDebianTools(['debootstrap', 'systemd-container', 'slirp4netns'])) {
  console.error('It takes root, and a Debian, to make a bare one.');
  process.exit(1);
}
const kept = process.argv[2];
const folder = kept === undefined ? mkdtempSync('/var/tmp/lapau-debian-') : path.resolve(kept);
const bare = path.join(folder, 'bare');
const debian = path.join(folder, 'with-node');
try {
  if (!existsSync(path.join(bare, 'root/.npmrc'))) makeBare();
  const env = { ...process.env, LAPAU_GUIDE_ROOT: bare };
  execFileSync('vitest', ['run', '--project', 'release', 'guide.test'], { cwd: root, env, stdio: 'inherit' });
  if (!existsSync(path.join(debian, 'usr/bin/npm'))) makeDebian();
  await makeHome();
  for (const way of ['demo', 'ignore-scripts']) {
    console.log(`\n── ${way}`);
    inside('su', '-', user, '-c', `sh prove-inside.sh ${way}`);
  }
  const du = execFileSync('du', ['-sm', path.join(debian, 'home', user, 'demo warung/node_modules')], {
    encoding: 'utf8',
  });
  if (Number.parseInt(du, 10) > mostMegabytes)
    throw new Error(`An installation takes more than ${mostMegabytes} MB: ${du}`);
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}

/** Makes a bare Debian from Debian's mirrors, reached as this machine does; systemd and dbus are what Debian's installer adds. */
function makeBare(): void {
  const packages = '--include=ca-certificates,systemd-sysv,dbus';
  execFileSync('debootstrap', ['--variant=minbase', packages, suite, bare], { stdio: 'inherit' });
  const settings = readdirSync('/etc/apt/apt.conf.d')
    .map((name) => `etc/apt/apt.conf.d/${name}`)
    .filter((file) => /^\s*Acquire\b/m.test(readFileSync(`/${file}`, 'utf8')));
  const certificates = readdirSync('/usr/local/share/ca-certificates')
    .filter((name) => name.endsWith('.crt'))
    .map((name) => `usr/local/share/ca-certificates/${name}`);
  for (const file of [...settings, ...certificates, 'etc/resolv.conf', 'etc/hosts'])
    copyFileSync(`/${file}`, path.join(bare, file));
  execFileSync('chroot', [bare, 'update-ca-certificates'], { stdio: 'inherit' });
  // npm's registry, and the certificates that it trusts, are this machine's
  const ofNpm = ['registry', 'cafile'].map((name) => {
    const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
    return value === 'null' ? '' : `${name}=${value}\n`;
  });
  writeFileSync(path.join(bare, 'root/.npmrc'), ofNpm.join(''));
}

/** Copies the bare Debian, and adds Node, npm and a user to the copy. */
function makeDebian(): void {
  rmSync(debian, { recursive: true, force: true });
  execFileSync('cp', ['--archive', bare, debian]);
  inside('apt-get', 'update');
  inside(
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    'install',
    '-y',
    '--no-install-recommends',
    'nodejs',
    'npm',
  );
  inside('useradd', '--create-home', user);
}

/** Makes a new home for the user, with the release, the programs that install and ask it, and npm's settings. */
async function makeHome(): Promise<void> {
  const home = path.join(debian, 'home', user);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home);
  await makeRelease(home);
  for (const name of ['ask.ts', 'prove-inside.sh'])
    copyFileSync(path.join(import.meta.dirname, name), path.join(home, name));
  copyFileSync(path.join(bare, 'root/.npmrc'), path.join(home, '.npmrc'));
  inside('chown', '-R', `${user}:`, `/home/${user}`);
}

/** Runs a program in the Debian, with processes of its own, which end with it. */
function inside(...command: string[]): void {
  const enter = 'mount -t proc proc "$0/proc" && mount -t tmpfs shm "$0/dev/shm" && exec chroot "$0" "$@"';
  const unshare = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', enter, debian, ...command];
  execFileSync('unshare', unshare, { stdio: ['ignore', 'inherit', 'inherit'] });
}
