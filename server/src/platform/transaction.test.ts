import { expect, test } from 'vitest';
import { buildPost } from '../testing/builders.ts';
import { startTestServer } from '../testing/server.ts';
import { AppError } from './app-error.ts';

const server = await startTestServer();
const { platform, db } = server;

test.each([
  ['as it comes', (error: unknown) => error],
  ["in a rule's own words", (error: unknown) => new AppError('server_error', undefined, { cause: error })],
])('two writes that lock each other out both happen, once; the deadlock is told %s', async (_told, tell) => {
  const posts = [await buildPost(server), await buildPost(server)].map(({ id }) => id);
  const bothHoldOne = Promise.withResolvers<void>();
  let runs = 0;
  let held = 0;
  const add = (ids: string[]) =>
    platform.transaction(async ({ db: transaction }) => {
      runs += 1;
      for (const id of ids) {
        await transaction
          .updateTable('posts')
          .set((post) => ({ likes_count: post('likes_count', '+', 1) }))
          .where('id', '=', id)
          .execute()
          .catch((error: unknown) => {
            throw tell(error);
          });
        held += 1;
        if (held === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
      }
    });
  await Promise.all([add(posts), add(posts.toReversed())]);
  // a writer that tries again may meet the other one again
  expect(runs).toBeGreaterThanOrEqual(3);
  const rows = await db.selectFrom('posts').select('likes_count').where('id', 'in', posts).execute();
  expect(rows).toEqual([{ likes_count: 2 }, { likes_count: 2 }]);
});
