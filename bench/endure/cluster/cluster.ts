import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import pg from 'pg';
import { processesOf } from '../../../server/src/testing/processes.ts';
import { until } from '../target/until.ts';
import { renderMachines } from './machines.ts';
import type { Machine } from './machines.ts';
import { createProgram, killAll } from './program.ts';
import type { Program } from './program.ts';

export type ClusterNode = Machine & {
  etcd: Program;
  patroni: Program;
  haproxy: Program;
  redis: Program;
  /** Patroni, PostgreSQL and all of its processes. */
  databaseProcesses: () => number[];
  /** PostgreSQL's first process, or undefined while it does not run. */
  postmaster: () => number | undefined;
};

export type Cluster = {
  nodes: ClusterNode[];
  /** The node whose PostgreSQL Patroni has made the primary. */
  primary: () => Promise<ClusterNode>;
  /** The node that commits wait for. */
  standby: () => Promise<ClusterNode>;
  /** Redis of the first machine, which the Lapaus share. */
  redis: Program;
  /** The node whose etcd leads. */
  etcdLeader: () => Promise<ClusterNode>;
  /** Returns when there is a primary and both others follow it, one of them synchronously. */
  healthy: () => Promise<void>;
  asSuperuser: (statement: string) => Promise<Record<string, unknown>[]>;
  stop: () => Promise<void>;
};

const startTimeoutMs = 120_000;
const healthyTimeoutMs = 180_000;

/** Packages of Debian that a cluster is made of, by a program of each. */
const packages = {
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  patroni: '/usr/bin/patroni',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  'redis-server': '/usr/bin/redis-server',
};

/** Says why there can be no cluster on this machine, and what helps; undefined when there can be one. */
export function missingForCluster(): string | undefined {
  const missing = Object.entries(packages).flatMap(([name, program]) => (existsSync(program) ? [] : [name]));
  if (missing.length === 0) return undefined;
  return `a cluster needs ${missing.join(', ')} of Debian 12: apt-get install --no-install-recommends ${missing.join(' ')}`;
}

/** Runs deploy/cluster/ on this machine: three machines' etcd, PostgreSQL under Patroni, and HAProxy, and Redis of the first. */
export async function startCluster(folder: string): Promise<Cluster> {
  const nodes = (await renderMachines(folder)).map(withPrograms);
  const [first] = nodes;
  if (!first) throw new Error('a cluster has machines');
  const cluster: Cluster = {
    nodes,
    primary: () => nodeInRole('leader'),
    standby: () => nodeInRole('sync_standby'),
    redis: first.redis,
    etcdLeader,
    healthy,
    asSuperuser: (statement) => asSuperuser(first.superuserUrl, statement),
    stop,
  };
  try {
    for (const { etcd } of nodes) etcd.start();
    first.redis.start();
    for (const { patroni, haproxy } of nodes) {
      patroni.start();
      haproxy.start();
    }
    await until('the cluster to start', () => isHealthy(), startTimeoutMs);
    await cluster.asSuperuser(`create role lapau login password '${first.passwords.LAPAU_PASSWORD}'`);
    await cluster.asSuperuser('create database lapau owner lapau');
  } catch (error) {
    await stop();
    throw error;
  }
  return cluster;

  async function members(): Promise<Member[]> {
    for (const { restUrl } of nodes) {
      const answer = await fetch(`${restUrl}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  async function nodeInRole(role: string): Promise<ClusterNode> {
    let found: ClusterNode | undefined;
    const find = async () => {
      const name = (await members()).find((member) => member.role === role)?.name;
      found = nodes.find((node) => node.name === name);
      return found !== undefined;
    };
    await until(`a ${role}`, find, healthyTimeoutMs);
    return found as ClusterNode;
  }

  async function isHealthy(): Promise<boolean> {
    const all = await members();
    if (!all.every(({ state }) => state === 'running' || state === 'streaming')) return false;
    const roles = all.map(({ role }) => role).toSorted();
    if (roles.join() !== 'leader,replica,sync_standby') return false;
    const streaming = await cluster
      .asSuperuser(`select from pg_stat_replication where state = 'streaming'`)
      .catch(() => []); // HAProxy has not noticed the primary yet
    return streaming.length === nodes.length - 1;
  }

  async function healthy(): Promise<void> {
    await until('the cluster to be whole', isHealthy, healthyTimeoutMs);
  }

  async function etcdLeader(): Promise<ClusterNode> {
    for (const node of nodes) {
      const url = parseEnv(readFileSync(node.files.etcd, 'utf8'))['ETCD_ADVERTISE_CLIENT_URLS'];
      const answer = await fetch(`${url}/v2/stats/self`).catch(() => undefined);
      if (!answer) continue;
      if (((await answer.json()) as { state: string }).state === 'StateLeader') return node;
    }
    throw new Error('no etcd leads');
  }

  async function stop(): Promise<void> {
    for (const node of nodes) await killAll([...node.databaseProcesses(), ...processesOf(node.haproxy.pid())]);
    for (const { etcd } of nodes) await etcd.kill();
    await first?.redis.kill();
  }
}

/** A member of the cluster, as Patroni's interface lists it. */
type Member = { name: string; role: string; state: string };

function withPrograms(machine: Machine): ClusterNode {
  const { folder, files } = machine;
  const log = (name: string) => path.join(folder, `${name}.log`);
  const environment = parseEnv(readFileSync(files.etcd, 'utf8'));
  const patroni = createProgram(['patroni', files.patroni], folder, log('patroni'));
  const postmaster = () => {
    try {
      return Number.parseInt(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8'), 10);
    } catch {
      return undefined; // PostgreSQL does not run
    }
  };
  return {
    ...machine,
    etcd: createProgram(['etcd'], folder, log('etcd'), environment),
    patroni,
    haproxy: createProgram(['/usr/sbin/haproxy', '-W', '-f', files.haproxy], folder, log('haproxy')),
    redis: createProgram(['redis-server', files.redis], folder, log('redis')),
    postmaster,
    databaseProcesses: () => {
      const database = postmaster();
      return [...new Set([patroni.pid(), database].flatMap((pid) => (pid ? processesOf(pid) : [])))];
    },
  };
}

async function asSuperuser(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 20_000 });
  client.on('error', () => {}); // the statement under way reports it
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
