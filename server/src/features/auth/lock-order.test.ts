import { expect, test } from 'vitest';
import { auth, openInbox, tokenOf } from '../../testing/auth.ts';
import { buildMember, buildPassword, buildRecoveryCode, buildSession } from '../../testing/builders.ts';
import { countDeadlocks } from '../../testing/contention.ts';
import { untilLockWait } from '../../testing/lock-waits.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const inbox = await openInbox(server);

type Person = { id: string; email: string; token: string; password: string };

const operations: [string, (person: Person) => Promise<() => Promise<{ status: number }>>][] = [
  [
    'a password reset',
    async ({ email }) => {
      await auth(server, '/auth/request-password-reset', { email });
      const token = tokenOf(await inbox.next(email), 'resetPassword');
      return () => auth(server, '/auth/reset-password', { token, newPassword: 'kata sandi baru' });
    },
  ],
  [
    'a recovery code',
    async (person) => {
      const input = { code: await buildRecoveryCode(server, person), new_password: 'kata sandi baru' };
      return () => server.rawCall('reset_password_with_code', input);
    },
  ],
  [
    'a password change',
    async ({ token, password }) =>
      () =>
        server.rawCall('change_password', { old_password: password, new_password: 'kata sandi baru' }, { token }),
  ],
  [
    'signing out other devices',
    async ({ token }) =>
      () =>
        server.rawCall('end_other_sessions', {}, { token }),
  ],
];

test.each(operations)('%s and a simultaneous suspension of the same person do not deadlock', async (_what, prepare) => {
  const member = await buildMember(server);
  await buildSession(server, member.id);
  const operate = await prepare({ ...member, password: await buildPassword(server, member) });
  // This takes the locks of a suspension, in the order in which a suspension takes them.
  const operation = await server.db.transaction().execute(async (suspension) => {
    await suspension.selectFrom('profiles').select('id').where('id', '=', member.id).forNoKeyUpdate().execute();
    const started = operate();
    await untilLockWait(server.db);
    await suspension.updateTable('sessions').set({ revoked_at: new Date() }).where('user_id', '=', member.id).execute();
    return { started };
  });
  expect((await operation.started).status).toBe(200);
  expect(await countDeadlocks(server.db, server.platform.database.pool)).toBe(0);
});
