import { randomBytes } from 'node:crypto';
import { hashPassword } from '../../platform/passwords/passwords.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockPerson, lockStandingShared } from '../../platform/session/standing.ts';
import { recordAction } from '../audit/rules.ts';
import { notifyOfNewAdmin, notifyOnce, takeAdminsLockShared } from '../notifications/rules.ts';
import { mayBecomeAdmin, mayResetAdmin } from './policy.ts';
import { findByEmail } from './queries-people.ts';
import { makeAdmin } from './rules-first-admin.ts';

// The operator does these things from the server's terminal. Nobody is signed in there, so the log names the person concerned.

/** A link by which an admin sets a new password, once. Whoever has the link can sign in as the admin. */
export type OperatorLink = { link: string; expiresAt: Date };

/**
 * Makes the person with that e-mail an admin, and with an account of their own if they have none. Until the link is used nobody
 * can sign in as them: their password and sessions end. The other admins are told (D80).
 * @returns undefined for an admin whom nothing keeps out, and for an account that waits to be deleted
 */
export async function makeAdminByOperator(
  platform: Platform,
  person: { name: string; email: string },
): Promise<OperatorLink | undefined> {
  const passwordHash = await hashPassword(randomBytes(24).toString('base64url'), { lane: 'owners', account: 'start' });
  return platform.transaction(async (tx) => {
    await takeAdminsLockShared(tx.db);
    const existing = await findByEmail(tx.db, person.email);
    const standing = existing && (await lockStandingShared(tx.db, existing.id));
    if (standing && !mayBecomeAdmin(standing)) return undefined;
    const id = await makeAdmin(tx, person, passwordHash);
    const target = { type: 'user', id, userId: id } as const;
    await recordAction(tx, { id }, { action: 'make_admin_by_operator', target });
    const made = await lockPerson(tx.db, id);
    const said = {
      content: `Pengelola server menjadikan ${made?.full_name ?? person.name} admin.`,
      names: [id],
      nameless: 'Pengelola server menjadikan seorang anggota admin.',
    };
    await notifyOfNewAdmin(tx, said, [id]);
    tx.signal('admin', { type: 'users_changed' });
    tx.signal('feed', { type: 'feed_changed' });
    return platform.auth.openLink(tx.db, 'resetPassword', id);
  });
}

/**
 * Makes a link for an admin who is locked out. Their password and sessions stay until it is used.
 * @returns undefined when no admin has that e-mail, or the admin is suspended
 */
export async function resetAdminByOperator(platform: Platform, email: string): Promise<OperatorLink | undefined> {
  return platform.transaction(async (tx) => {
    const account = await findByEmail(tx.db, email);
    const person = account && (await lockPerson(tx.db, account.id));
    if (!person || !mayResetAdmin(person)) return undefined;
    const { id } = person;
    await recordAction(tx, person, { action: 'reset_admin_by_operator', target: { type: 'user', id, userId: id } });
    const content =
      'Pengelola server membuat tautan kata sandi baru untuk akun Anda. Bukan Anda yang meminta? Hubungi dia.';
    await notifyOnce(tx, { user_id: id, type: 'recovery_code', content });
    return platform.auth.openLink(tx.db, 'resetPassword', id);
  });
}
