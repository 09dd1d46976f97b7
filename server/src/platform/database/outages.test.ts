import { randomUUID } from 'node:crypto';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { buildMember, buildPost } from '../../testing/builders.ts';
import { startBundledEngine } from '../../testing/engines.ts';
import { startTestServer } from '../../testing/server.ts';

// Acknowledged writes have to survive a crash of the server, which synchronous_commit=off would not promise.
const engine = await startBundledEngine({ synchronous_commit: 'on' }, 'fatal');
afterAll(engine.stop);
const server = await startTestServer({ databaseUrl: engine.url, logLevel: 'fatal' });
const post = await buildPost(server);
const members = await Promise.all(Array.from({ length: 8 }, () => buildMember(server)));

async function asSuperuser(...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(engine.superuserUrl);
  client.on('error', () => {}); // the statement under way reports the error
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

const terminateAll = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'lapau'`;

/** Writes without a pause while something happens to the database, and until writes succeed again. */
async function writeDuring(disturb: (refused: () => Promise<void>) => Promise<void>) {
  const statuses = new Set<number>();
  const acknowledged: string[] = [];
  let refusals = 0;
  const over = new AbortController();
  const write = async (member: (typeof members)[number]) => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      const comment_content = randomUUID();
      const comment = { id: randomUUID(), post_id_to_comment_on: post.id, comment_content };
      const answers = await Promise.all([
        server.rawCall('add_comment', comment, member),
        server.rawCall('toggle_like', { post_id_to_toggle: post.id, liked: round % 2 === 0 }, member),
        server.rawCall('get_feed', {}, member),
      ]);
      for (const { status } of answers) statuses.add(status);
      if (answers[0].status === 200) acknowledged.push(comment_content);
      else refusals += 1;
    }
  };
  const more = async (count: number, what: string, counted: () => number) => {
    const goal = counted() + count;
    // The more often PostgreSQL was started again, the longer is the pause before the next start.
    await expect.poll(counted, { timeout: 180_000, message: `writes that were ${what}` }).toBeGreaterThanOrEqual(goal);
  };
  const writers = Promise.all(members.map(write));
  try {
    await more(30, 'acknowledged', () => acknowledged.length);
    // One refused write is enough, because a restart may be as short as the writes that were under way.
    await disturb(() => more(1, 'refused', () => refusals));
    await more(30, 'acknowledged', () => acknowledged.length);
  } finally {
    over.abort();
    await writers;
  }
  const stored = await server.db.selectFrom('post_comments').select('content').execute();
  const contents = new Set(stored.map((comment) => comment.content));
  return {
    statuses: [...statuses].toSorted((a, b) => a - b),
    lost: acknowledged.filter((content) => !contents.has(content)),
  };
}

const survived = { statuses: [200, 503], lost: [] };

test('writers get 503 while the database restarts, and lose nothing', async () => {
  expect(
    await writeDuring(async (refused) => {
      process.kill(engine.pid(), 'SIGINT');
      await refused();
    }),
  ).toEqual(survived);
});

test('writers get 503 when a killed backend makes the server restart all others', async () => {
  expect(
    await writeDuring(async (refused) => {
      const [backend] = await asSuperuser(`select pid from pg_stat_activity where application_name = 'lapau' limit 1`);
      process.kill(Number(backend?.pid), 'SIGKILL');
      await refused();
    }),
  ).toEqual(survived);
});

test('writers get 503 when the whole database server is killed', async () => {
  expect(
    await writeDuring(async (refused) => {
      process.kill(engine.pid(), 'SIGKILL');
      await refused();
    }),
  ).toEqual(survived);
});

test('writers get 503 while the write-ahead log cannot be written', async () => {
  const [row] = await asSuperuser('show data_directory');
  const journal = path.join(String(row?.data_directory), 'pg_wal');
  expect(
    await writeDuring(async (refused) => {
      // PostgreSQL ends when it cannot make the journal's next segment, on a full disk as without the permission
      chmodSync(journal, 0o500);
      try {
        const fill = `select pg_switch_wal() from pg_logical_emit_message(false, 'test', 'text')`;
        await expect(asSuperuser(...Array.from({ length: 100 }, () => fill))).rejects.toThrow(
          /Permission denied|[Tt]erminat|ECONNRESET|EPIPE/,
        );
        await refused();
      } finally {
        chmodSync(journal, 0o700);
      }
    }),
  ).toEqual(survived);
});

test.each([
  ['the role may not connect', 'alter role lapau connection limit 0', 'alter role lapau connection limit -1'],
  ['the role may not sign in', 'alter role lapau nologin', 'alter role lapau login'],
  [
    'the database takes no connections',
    'alter database lapau with allow_connections false',
    'alter database lapau with allow_connections true',
  ],
  [
    'the database takes no writes',
    'alter role lapau set default_transaction_read_only = on',
    'alter role lapau reset default_transaction_read_only',
  ],
])('writers get 503 while %s', async (_case, harm, undo) => {
  expect(
    await writeDuring(async (refused) => {
      await asSuperuser(harm, terminateAll);
      await refused();
      await asSuperuser(undo, terminateAll);
    }),
  ).toEqual(survived);
});

test('writers get 503 while the database password is wrong', async () => {
  const { password } = new URL(engine.url);
  expect(
    await writeDuring(async (refused) => {
      await asSuperuser(`alter role lapau password 'another'`, terminateAll);
      await refused();
      await asSuperuser(`alter role lapau password '${password}'`, terminateAll);
    }),
  ).toEqual(survived);
});

test('a statement that takes too long is answered 503', async () => {
  const [member] = members;
  const lock = new pg.Client(engine.superuserUrl.replace(/postgres$/, 'lapau'));
  await lock.connect();
  try {
    await lock.query('begin; lock table post_comments');
    const comment = { id: randomUUID(), post_id_to_comment_on: post.id, comment_content: 'Lamak!' };
    let isAnswered = false;
    const asked = server.rawCall('add_comment', comment, member).finally(() => (isAnswered = true));
    // This ends the statement with the code of statement_timeout, without waiting for that.
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where usename = 'lapau' and wait_event_type = 'Lock'`;
    await expect.poll(async () => isAnswered || (await lock.query(cancel)).rowCount).toBeTruthy();
    expect(await asked).toMatchObject({ status: 503, body: { code: 'not_ready' } });
  } finally {
    await lock.end();
  }
});

test.each(['53100', '53200', '53400', '57014', '58030', '25P03', '55P03', '40001', '40P01'])(
  'a statement that fails with %s is answered 503',
  async (code) => {
    await asLapau(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception using errcode = '${code}'; end $$`,
      'create trigger fail before insert on post_comments for each row execute function fail()',
    );
    try {
      const comment = { id: randomUUID(), post_id_to_comment_on: post.id, comment_content: 'Lamak!' };
      expect(await server.rawCall('add_comment', comment, members[0])).toMatchObject({ status: 503 });
    } finally {
      await asLapau('drop function fail cascade');
    }
  },
);

async function asLapau(...statements: string[]): Promise<void> {
  for (const statement of statements) await server.platform.database.pool.query(statement);
}
