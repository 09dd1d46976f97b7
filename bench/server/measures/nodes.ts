import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket } from 'ws';
import { startTestValkey } from '../../../server/src/testing/valkey.ts';
import { median, medianRatio, runInRounds } from '../../shared/rounds.ts';
import { megabytes, milliseconds, perSecond } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { conversationId, cookieOf } from '../data/data.ts';
import { openFilled } from '../data/postgres.ts';
import { slowDisk, slowSyncMs } from '../data/slow-disk.ts';
import { load, send } from '../load/wrk.ts';
import type { Load, LoadRequest } from '../load/wrk.ts';
import { startLapauProgram } from '../programs/start.ts';
import type { Program } from '../programs/start.ts';
import { getFeed, ofEachReader, readers } from './bench.ts';
import type { Bench } from './bench.ts';
import { measureNotifiedCommits } from './notified-commits.ts';

/** Two processes for each way in which signals travel between processes, all on one database. */
type Nodes = Record<'notify' | 'valkey', [Program, Program]>;
type Contestant = { name: string; programs: Program[] };
/** `cpu` is the CPU milliseconds of the processes for each request, which a busy machine hardly changes. */
type NodesLoad = Load & { cpu: number };

const writeConnections = [1, 16, 64];
const samples = 100;
const messageText = 'Lamak bana! Besok ada lagi?';

/** Measures one and two processes, by NOTIFY and by Valkey, on this machine's disk and on one that is slow to write through. */
export async function measureNodes(bench: Bench): Promise<Row[]> {
  const valkey = await startTestValkey();
  const disk = await slowDisk();
  try {
    const commits = await measureNotifiedCommits(bench, bench.databaseUrl, 'this disk');
    const fast = await withNodes(bench.databaseUrl, valkey.url, async (nodes) => [
      ...(await reads(bench, nodes)),
      ...(await writes(bench, nodes, bench.databaseUrl, 'this disk')),
      ...(await screens(nodes)),
      ...memory(nodes),
    ]);
    if (!disk) return [...commits, ...fast, { what: 'on a slow disk', measured: 'not measured: there is no cc' }];
    const slow = await openFilled(bench.sizes, disk.environment);
    try {
      const name = `a disk of ${slowSyncMs} ms`;
      return [
        ...commits,
        ...fast,
        ...(await measureNotifiedCommits(bench, slow.url, name)),
        ...(await withNodes(slow.url, valkey.url, (nodes) => writes(bench, nodes, slow.url, name))),
      ];
    } finally {
      await slow.stop();
    }
  } finally {
    await disk?.remove();
    await valkey.stop();
  }
}

async function withNodes<Result>(
  databaseUrl: string,
  redisUrl: string,
  use: (nodes: Nodes) => Promise<Result>,
): Promise<Result> {
  const start = (more: NodeJS.ProcessEnv) =>
    Promise.all([startLapauProgram(databaseUrl, more), startLapauProgram(databaseUrl, more)]);
  const nodes = { notify: await start({}), valkey: await start({ REDIS_URL: redisUrl }) };
  try {
    // After these requests each process has done what only its first requests do.
    for (const { url } of [...nodes.notify, ...nodes.valkey])
      await Promise.all(Array.from({ length: 40 }, () => send(url, messageOf(random()))));
    return await use(nodes);
  } finally {
    for (const program of [...nodes.notify, ...nodes.valkey]) await program.stop();
  }
}

const contestants = ({ notify, valkey }: Nodes): Contestant[] => [
  { name: 'NOTIFY, 1 process', programs: notify.slice(0, 1) },
  { name: 'Valkey, 1 process', programs: valkey.slice(0, 1) },
  { name: 'NOTIFY, 2 processes', programs: notify },
  { name: 'Valkey, 2 processes', programs: valkey },
];

/** Loads the processes at the same time, each by its part of the connections. */
async function loadAll(
  programs: Program[],
  make: () => LoadRequest[],
  connections: number,
  seconds: number,
): Promise<NodesLoad> {
  const used = programs.slice(0, connections);
  const usedCpu = () => used.reduce((total, program) => total + program.cpu(), 0);
  const before = usedCpu();
  const loads = await Promise.all(
    used.map(({ url }) => load(url, make(), { connections: Math.ceil(connections / used.length), seconds })),
  );
  const sum = (pick: (one: Load) => number) => loads.reduce((total, one) => total + pick(one), 0);
  const requests = sum((one) => one.requests);
  return {
    requests,
    cpu: ((usedCpu() - before) * 1_000) / requests,
    rate: sum(({ rate }) => rate),
    p50: median(loads.map(({ p50 }) => p50)),
    p99: Math.max(...loads.map(({ p99 }) => p99)),
  };
}

async function inTurns(
  bench: Bench,
  nodes: Nodes,
  make: () => LoadRequest[],
  connections: number,
): Promise<NodesLoad[][]> {
  const all = contestants(nodes);
  const turns = await runInRounds<Record<string, NodesLoad>>(
    bench.rounds,
    Object.fromEntries(
      all.map(({ name, programs }) => [name, () => loadAll(programs, make, connections, bench.seconds)]),
    ),
  );
  return all.map(({ name }) => turns[name] ?? []);
}

const ratesOf = (turns: NodesLoad[] | undefined) => (turns ?? []).map(({ rate }) => rate);
const figures = (turns: NodesLoad[] | undefined) =>
  `${perSecond(median(ratesOf(turns)))}, p99 ${milliseconds(median((turns ?? []).map(({ p99 }) => p99)))}, ${median((turns ?? []).map(({ cpu }) => cpu)).toFixed(2)} ms CPU`;

/** Measures reads. The limits count them in Valkey too, which costs a question for each. */
async function reads(bench: Bench, nodes: Nodes): Promise<Row[]> {
  const rows: Row[] = [];
  for (const connections of [16, 64]) {
    const [notify, valkey, notify2, valkey2] = await inTurns(
      bench,
      nodes,
      () => ofEachReader((reader) => getFeed(reader)),
      connections,
    );
    rows.push(
      compared(`get_feed, ${connections} connections, 1 process`, valkey, notify),
      compared(`get_feed, ${connections} connections, 2 processes`, valkey2, notify2),
    );
  }
  return rows;
}

const compared = (what: string, valkey: NodesLoad[] | undefined, notify: NodesLoad[] | undefined): Row => ({
  what,
  measured: `Valkey ${figures(valkey)}`,
  against: `NOTIFY ${figures(notify)}`,
  ratio: medianRatio(ratesOf(valkey), ratesOf(notify)),
});

const random = () => 1 + Math.floor(Math.random() * readers);
const messageOf = (sender: number, id = crypto.randomUUID()): LoadRequest & { body: { id: string } } => ({
  path: '/rpc/send_message',
  cookie: cookieOf(sender),
  body: { id, p_conversation_id: conversationId(sender), p_content: messageText } as { id: string },
});

async function writes(bench: Bench, nodes: Nodes, databaseUrl: string, disk: string): Promise<Row[]> {
  const messages = () => Array.from({ length: bench.seconds * 4_000 }, () => messageOf(random()));
  const rows: Row[] = [];
  for (const connections of writeConnections) {
    const [notify, valkey, notify2, valkey2] = await inTurns(bench, nodes, messages, connections);
    const isBudget = connections === 64;
    for (const [processes, one, other] of [
      ['1 process', valkey, notify],
      ['2 processes', valkey2, notify2],
    ] as const) {
      const row = compared(`send_message on ${disk}, ${connections} connections, ${processes}`, one, other);
      rows.push(isBudget ? { ...row, budget: '>= 1.5', isMet: (row.ratio ?? 0) >= 1.5 } : row);
    }
  }
  rows.push(await waitingSignals(databaseUrl));
  return rows;
}

/** Counts the signals that still wait to be published; after a load there has to be none. */
async function waitingSignals(databaseUrl: string): Promise<Row> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const count = async () => {
      const { rows } = await client.query<{ count: number }>('select count(*)::int from unsent_signals');
      return rows[0]?.count ?? Infinity;
    };
    const begun = performance.now();
    while ((await count()) > 0 && performance.now() - begun < 30_000) await delay(50);
    const left = await count();
    const { rows } = await client.query<{ bytes: number }>(
      `select pg_total_relation_size('unsent_signals')::float8 as bytes`,
    );
    return {
      what: '  signals that nobody published; size of their table after the load',
      measured: `${left}; ${megabytes((rows[0]?.bytes ?? 0) / 1e6)}`,
      budget: '0',
      isMet: left === 0,
    };
  } finally {
    await client.end();
  }
}

/** Measures how soon a message that is sent to one process shows on a page that is connected to the other. */
async function screens({ notify, valkey }: Nodes): Promise<Row[]> {
  const turns = await runInRounds<{ notify: number[]; valkey: number[] }>(3, {
    notify: () => arrivals(...notify),
    valkey: () => arrivals(...valkey),
  });
  const of = (values: number[]) => {
    const sorted = values.toSorted((one, other) => one - other);
    return `p50 ${milliseconds(median(sorted))}, p99 ${milliseconds(sorted[Math.floor(sorted.length * 0.99)] ?? 0)}`;
  };
  return [
    {
      what: 'a message, from its sending at one process to a screen at the other',
      measured: `Valkey ${of(turns.valkey.flat())}`,
      against: `NOTIFY ${of(turns.notify.flat())}`,
      ratio: median(turns.valkey.flat()) / median(turns.notify.flat()),
    },
  ];
}

/** @returns the milliseconds that each message took; the bench stops here if one never arrives */
async function arrivals(sending: Program, receiving: Program): Promise<number[]> {
  const sender = 1;
  // The cook to whom the n-th member writes is the next member.
  const socket = new WebSocket(`${receiving.url.replace('http', 'ws')}/realtime`, {
    headers: { cookie: cookieOf(sender + 1) },
  });
  await once(socket, 'message');
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const message = messageOf(sender);
    const begun = performance.now();
    const arrived = new Promise<void>((resolve) => {
      socket.on('message', function listen(data) {
        if (!(data as Buffer).toString().includes(message.body.id)) return;
        socket.off('message', listen);
        resolve();
      });
    });
    await Promise.all([send(sending.url, message), arrived]);
    times.push(performance.now() - begun);
  }
  socket.terminate();
  return times;
}

const memory = ({ notify, valkey }: Nodes): Row[] => [
  {
    what: 'memory of each process after this load',
    measured: `Valkey ${valkey.map((program) => megabytes(program.memory())).join(' and ')}`,
    against: `NOTIFY ${notify.map((program) => megabytes(program.memory())).join(' and ')}`,
  },
];
