import { sql } from 'kysely';
import { countDeadlocks } from '../../server/src/testing/contention.ts';
import { expectExactCounts } from '../../server/src/testing/counts.ts';
import type { WriteKind } from './load/ledger.ts';
import { startLoad } from './load/load.ts';
import type { Load } from './load/load.ts';
import type { Target } from './target/target.ts';

/** Statements that read the rows of each kind of write, by the key that the ledger knows them by. */
const rowsOf: Record<WriteKind, ReturnType<typeof sql<{ key: string }>>> = {
  comment: sql`select content as key from post_comments`,
  like: sql`select user_id || ' ' || post_id as key from likes`,
  save: sql`select user_id || ' ' || post_id as key from saved_posts`,
  message: sql`select content as key from messages`,
  post: sql`select food_name as key from posts`,
  upload: sql`select path as key from files where bucket = 'posts'`,
  'sign-up': sql`select email as key from profiles join accounts on accounts.user_id = profiles.id`,
};

/**
 * One round: everybody writes, something happens to the server, everybody writes again, and all that must hold is checked.
 * @returns how long writes were away
 */
export async function underLoad(target: Target, disturb: (load: Load) => Promise<void>): Promise<Load['longest']> {
  const load = startLoad(target);
  try {
    await load.acknowledged(100);
    await disturb(load);
    await load.acknowledged(100);
  } finally {
    await load.finish();
  }
  await verify(target);
  target.outcome.rounds += 1;
  return load.longest;
}

/** Checks rows, counts and photos against the ledger; nobody may write meanwhile. */
export async function verify(target: Target): Promise<void> {
  const { db, ledger, outcome, hasPhoto } = target;
  for (const kind of Object.keys(rowsOf) as WriteKind[]) {
    const counts = new Map<string, number>();
    const { rows } = await rowsOf[kind].execute(db);
    for (const { key } of rows) counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const [key, isExpected] of ledger.expected(kind)) {
      const count = counts.get(key) ?? 0;
      if (count > 0 !== isExpected) lose(kind, key, isExpected ? 'is not there' : 'is there again');
      if (count > 1) {
        outcome.doubled += 1;
        outcome.faults.push(`${kind} ${key} is there ${count} times`);
        ledger.forget(kind, key);
      }
    }
  }
  for (const file of ledger.expected('upload').keys()) {
    if (!(await hasPhoto(file))) lose('upload', file, 'has no file');
  }
  await expectExactCounts(db).catch((error: unknown) => outcome.faults.push(String(error)));
  outcome.deadlocks = Math.max(outcome.deadlocks, await countDeadlocks(db));

  function lose(kind: WriteKind, key: string, how: string): void {
    outcome.lost += 1;
    outcome.faults.push(`${kind} ${key} ${how}`);
    ledger.forget(kind, key);
  }
}
