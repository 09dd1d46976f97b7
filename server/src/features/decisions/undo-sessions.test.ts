import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { auth, openInbox, tokenOf } from '../../testing/auth.ts';
import { buildAdmin, buildPassword, buildRecoveryCode, buildSeller, buildSession } from '../../testing/builders.ts';
import type { BuiltSeller } from '../../testing/builders.ts';
import type { Credential } from '../../testing/client.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, rawCall } = server;
const inbox = await openInbox(server);
const admin = await buildAdmin(server);

type Decided = { decision: { id: string } | null };
const suspensions = {
  person: (id: string, suspended: boolean): Promise<Decided> =>
    call('toggle_user_suspension', { user_id_to_toggle: id, suspended }, admin),
  stall: (id: string, suspended: boolean): Promise<Decided> =>
    call('toggle_warung_suspension', { warung_id: id, suspended }, admin),
  deletion: (user_id_to_delete: string): Promise<Decided> => call('delete_user_by_admin', { user_id_to_delete }, admin),
};
const undo = ({ decision }: Decided) => call('undo_decision', { decision_id: decision?.id ?? '' }, admin);

const isSignedIn = async (credential: Credential) =>
  (await rawCall('get_notifications', {}, credential)).status === 200;

const edit = (seller: BuiltSeller, changed: { new_email?: string; new_role?: 'pembeli' | 'penjual' | 'admin' }) =>
  call(
    'update_user_by_admin',
    {
      user_id_to_update: seller.id,
      new_full_name: seller.full_name,
      new_email: seller.email,
      new_role: seller.role,
      ...changed,
    },
    admin,
  );

/** Things that end a person's sessions, as a suspension does. */
const endings: Record<string, (seller: BuiltSeller) => Promise<unknown>> = {
  'a password set by a recovery code': async (seller) => {
    const code = await buildRecoveryCode(server, seller);
    await call('reset_password_with_code', { code, new_password: 'kata sandi baru' });
  },
  'a password set by a mailed link': async ({ email }) => {
    await auth(server, '/auth/request-password-reset', { email });
    const token = tokenOf(await inbox.next(email), 'resetPassword');
    expect((await auth(server, '/auth/reset-password', { token, newPassword: 'kata sandi baru' })).status).toBe(200);
  },
  'an e-mail changed by an admin': (seller) => edit(seller, { new_email: `${randomUUID()}@lapau.test` }),
  'the end of an admin’s role': async (seller) => {
    await edit(seller, { new_role: 'admin' });
    await edit(seller, { new_role: 'penjual' });
  },
};

describe.each(['person', 'stall'] as const)('an undone suspension of a %s', (what) => {
  test('lets go on what it has ended', async () => {
    const seller = await buildSeller(server);
    const decided = await suspensions[what](seller.id, true);
    expect(await isSignedIn(seller)).toBe(false);
    await undo(decided);
    expect(await isSignedIn(seller)).toBe(true);
  });

  test.each(Object.entries(endings))('does not revive sessions that %s has ended meanwhile', async (_name, end) => {
    const seller = await buildSeller(server);
    await buildPassword(server, seller);
    const decided = await suspensions[what](seller.id, true);
    await end(seller);
    await undo(decided);
    expect(await isSignedIn(seller)).toBe(false);
    expect(await isSignedIn(await buildSession(server, seller.id)), 'they may sign in').toBe(true);
  });

  test('does not revive what ended before it', async () => {
    const seller = await buildSeller(server);
    await suspensions[what](seller.id, true);
    await suspensions[what](seller.id, false);
    await undo(await suspensions[what](seller.id, true));
    expect(await isSignedIn(seller)).toBe(false);
  });

  test('revives them after its lift was undone too; who signed in between is signed out', async () => {
    const seller = await buildSeller(server);
    const suspended = await suspensions[what](seller.id, true);
    const lifted = await suspensions[what](seller.id, false);
    const between = await buildSession(server, seller.id);
    expect(await isSignedIn(between)).toBe(true);
    await undo(lifted);
    expect(await isSignedIn(between)).toBe(false);
    await undo(suspended);
    expect([await isSignedIn(seller), await isSignedIn(between)]).toEqual([true, false]);
  });
});

describe('of two suspensions', () => {
  const [person, stall] = ['person', 'stall'] as const;
  test.each([[person, stall] as const, [stall, person] as const])(
    'of %s and %s, sessions go on when both are undone, in either order',
    async (first, second) => {
      for (const isReversed of [false, true]) {
        const seller = await buildSeller(server);
        const decided = [await suspensions[first](seller.id, true), await suspensions[second](seller.id, true)];
        if (isReversed) decided.reverse();
        for (const one of decided) {
          expect(await isSignedIn(seller)).toBe(false);
          await undo(one);
        }
        expect(await isSignedIn(seller)).toBe(true);
      }
    },
  );

  test('the one that stands keeps them ended, also after it is lifted', async () => {
    const seller = await buildSeller(server);
    const ofPerson = await suspensions.person(seller.id, true);
    await suspensions.stall(seller.id, true);
    await undo(ofPerson);
    await suspensions.stall(seller.id, false);
    expect(await isSignedIn(seller)).toBe(false);
  });

  test('an undone deletion leaves the suspension before it as it was', async () => {
    const seller = await buildSeller(server);
    const suspended = await suspensions.person(seller.id, true);
    await undo(await suspensions.deletion(seller.id));
    expect(await isSignedIn(seller)).toBe(false);
    await undo(suspended);
    expect(await isSignedIn(seller)).toBe(true);
  });
});

test('an accepted appeal lifts a suspension and revives no session', async () => {
  const seller = await buildSeller(server);
  const password = await buildPassword(server, seller);
  await suspensions.person(seller.id, true);
  const { body } = await auth(server, '/auth/sign-in/email', { email: seller.email, password });
  const { appeal_token: token } = (body as { current: { appeal_token: string } }).current;
  await call('submit_appeal', { token, appeal_text: 'Itu bukan saya.' });
  const appeals = server.db.selectFrom('appeals').select('id').where('user_id', '=', seller.id);
  const { id: appeal_id } = await appeals.executeTakeFirstOrThrow();
  const decided = await call('decide_appeal', { appeal_id, accepted: true }, admin);
  expect(await isSignedIn(seller)).toBe(false);
  await undo(decided);
  expect(await isSignedIn(seller)).toBe(false);
});
