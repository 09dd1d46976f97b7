import { expect, test, vi } from 'vitest';
import { buildMember, buildPost } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { AppError } from '../errors/app-error.ts';

const server = await startTestServer();
const { platform, db } = server;

test.each([
  ['as the database’s error', (error: unknown) => error],
  ['as the cause of an AppError', (error: unknown) => new AppError('server_error', undefined, { cause: error })],
])('two deadlocked writes are both committed, once; the deadlock arrives %s', async (_form, toError) => {
  const warn = vi.spyOn(platform.log, 'warn').mockReturnValue();
  const posts = [await buildPost(server), await buildPost(server)].map(({ id }) => id);
  const bothHoldOne = Promise.withResolvers<void>();
  let runs = 0;
  let locked = 0;
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
            throw toError(error);
          });
        locked += 1;
        if (locked === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
      }
    });
  await Promise.all([add(posts), add(posts.toReversed())]);
  // A writer that tries again may meet the other writer again.
  expect(runs).toBeGreaterThanOrEqual(3);
  const rows = await db.selectFrom('posts').select('likes_count').where('id', 'in', posts).execute();
  expect(rows).toEqual([{ likes_count: 2 }, { likes_count: 2 }]);
  expect(warn).toHaveBeenCalledWith(
    { attempt: 1, detail: expect.stringContaining('waits for ShareLock'), where: expect.stringContaining('"posts"') },
    'a transaction met a deadlock',
  );
});

test('a rule that refers to a row deleted since it was read is run again, and finds it gone', async () => {
  const [blocker, blocked] = [await buildMember(server), await buildMember(server)];
  const result = await platform.transaction(async ({ db: transaction }) => {
    const person = await transaction
      .selectFrom('profiles')
      .select('id')
      .where('id', '=', blocked.id)
      .executeTakeFirst();
    if (!person) return 'gone';
    await db.deleteFrom('profiles').where('id', '=', blocked.id).execute();
    await transaction
      .insertInto('blocks')
      .values({ blocker_id: blocker.id, blocked_id: person.id, blocked_name: '' })
      .execute();
    return 'blocked';
  });
  expect(result).toBe('gone');
});
