import { execFile, execFileSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { root } from '../../shared/product.ts';
import { findFreePort } from '../target/lapau-process.ts';

const templates = path.join(root, 'deploy/cluster');

/** Where the configuration of one machine of the cluster has been written, and what stands in it. */
export type Machine = {
  name: string;
  address: string;
  /** Holds the configuration, data and logs of its programs. */
  folder: string;
  files: { etcd: string; patroni: string; haproxy: string; redis: string };
  /** The environment of its Lapau, as in lapau.env. */
  lapau: Record<string, string>;
  /** The address at which Patroni answers requests. */
  restUrl: string;
  /** The address at which people reach Lapau through the machine's HAProxy. */
  entryUrl: string;
  /** Connects to the primary as its superuser, by way of the machine's HAProxy. */
  superuserUrl: string;
  passwords: Record<'POSTGRES_PASSWORD' | 'LAPAU_PASSWORD', string>;
};

/** When this runs as root, the programs run under PostgreSQL's account, as PostgreSQL refuses to run as root. */
export const account: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

function idOf(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
}

/**
 * Renders deploy/cluster/ for three machines that are addresses of this one. These differ from an operator's machines only
 * in addresses (loopback ones that nobody else uses), ports (free ones) and folders, and in that HAProxy neither changes its
 * account nor speaks TLS with people.
 */
export async function renderMachines(folder: string): Promise<Machine[]> {
  const [second, third] = [randomInt(1, 255), randomInt(1, 255)];
  const addresses = [1, 2, 3].map((node) => `127.${second}.${third}.${node}`);
  const ports = new Map<string, number>();
  for (const port of ['2379', '2380', '5432', '8008', '5000', '6379', '80', '443', '3000'])
    ports.set(port, await findFreePort());
  const port = (standard: string) => ports.get(standard) ?? 0;
  const password = () => randomBytes(24).toString('hex');
  const values: Record<string, string> = {
    ...Object.fromEntries(addresses.map((address, index) => [`NODE${index + 1}`, address])),
    NETWORK: '127.0.0.0/8',
    PUBLIC_URL: `http://${addresses[2]}:${port('443')}`,
  };
  const template = await readFile(path.join(templates, 'cluster.env'), 'utf8');
  for (const name of Object.keys(parseEnv(template))) values[name] ??= password();
  const valuesFile = path.join(folder, 'cluster.env');
  await writeFile(
    valuesFile,
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  return Promise.all(addresses.map(renderMachine));

  async function renderMachine(address: string, index: number): Promise<Machine> {
    const name = `node${index + 1}`;
    const own = path.join(folder, name);
    await mkdir(own);
    const script = path.join(templates, 'render.sh');
    await promisify(execFile)('sh', [script, String(index + 1), own, valuesFile]);
    const files = {
      etcd: path.join(own, 'etc/default/etcd'),
      patroni: path.join(own, 'etc/patroni/lapau.yml'),
      haproxy: path.join(own, 'etc/haproxy/haproxy.cfg'),
      redis: path.join(own, 'etc/redis/redis.conf'),
      notReady: path.join(own, 'etc/haproxy/not-ready.http'),
      lapau: path.join(own, 'etc/lapau.env'),
    };
    for (const file of Object.values(files)) {
      if (file !== files.notReady) await writeFile(file, moved(await readFile(file, 'utf8'), address, own));
    }
    for (const data of ['etcd', 'postgres', 'redis', 'run']) await mkdir(path.join(own, data), { mode: 0o700 });
    await handOver(own);
    return {
      name,
      address,
      folder: own,
      files,
      lapau: {
        ...(parseEnv(await readFile(files.lapau, 'utf8')) as Record<string, string>),
        PORT: port('3000').toString(),
      },
      restUrl: `http://${address}:${port('8008')}`,
      entryUrl: `http://${address}:${port('443')}`,
      superuserUrl: `postgres://postgres:${values['POSTGRES_PASSWORD']}@${address}:${port('5000')}/postgres`,
      passwords: {
        POSTGRES_PASSWORD: values['POSTGRES_PASSWORD'] ?? '',
        LAPAU_PASSWORD: values['LAPAU_PASSWORD'] ?? '',
      },
    };
  }

  function moved(text: string, address: string, own: string): string {
    return (
      text
        .replaceAll(/(?<=:|\bport )(2379|2380|5432|8008|5000|6379|80|443|3000)\b/gm, (standard) =>
          String(port(standard)),
        )
        .replaceAll(/\b127\.0\.0\.1\b/g, address)
        .replaceAll(/(?<=^ +bind )(:\d+).*/gm, `${address}$1`)
        // The machines share one folder, as they have no object storage.
        .replaceAll('/var/lib/lapau-data', path.join(folder, 'data'))
        .replaceAll('/var/lib/postgresql/15/lapau', path.join(own, 'postgres'))
        .replaceAll('/var/run/postgresql', path.join(own, 'run'))
        .replaceAll('/var/lib/etcd/lapau', path.join(own, 'etcd'))
        .replaceAll('/var/lib/redis', path.join(own, 'redis'))
        .replaceAll('/etc/haproxy', path.join(own, 'etc/haproxy'))
        .replaceAll(/^ +(user|group) haproxy\n/gm, '')
    );
  }
}

/** Gives a folder and what is in it to the account of the programs. */
async function handOver(folder: string): Promise<void> {
  const { uid, gid } = account;
  if (uid === undefined || gid === undefined) return;
  const entries = await readdir(folder, { recursive: true });
  for (const entry of ['.', ...entries]) await chown(path.join(folder, entry), uid, gid);
}
