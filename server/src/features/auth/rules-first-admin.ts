import { timingSafeEqual } from 'node:crypto';
import { loginLink } from '@lapau/contract/links';
import { tidyEmail } from '@lapau/contract/typed-text';
import { takeAdvisoryLock } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/database.ts';
import { deleteSecret, ensureSecret, findSecret } from '../../platform/database/secrets.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { hashPassword } from '../../platform/passwords/passwords.ts';
import type { Platform } from '../../platform/platform.ts';
import { newLinkToken } from '../../platform/session/link-token.ts';
import type { StartedSession } from '../../platform/session/send-session.ts';
import { lockPerson } from '../../platform/session/standing.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { withdrawNotificationsOfRole } from '../notifications/rules-withdraw.ts';
import { adminExists, findByEmail } from './queries-people.ts';
import { insertAccount, promoteToAdmin } from './queries.ts';
import { endSessions, revokeLinks } from './rules.ts';
import type { Site } from './rules.ts';

const firstAdminToken = 'FIRST_ADMIN_TOKEN';

/**
 * The one-time link that makes the first admin, the same for all processes; undefined once there is an admin.
 * For the operator's terminal only.
 */
export async function announceFirstAdmin({ database, publicUrl }: Platform): Promise<string | undefined> {
  if (await adminExists(database.db)) return undefined;
  return loginLink(
    publicUrl,
    'firstAdmin',
    await ensureSecret(database.db, firstAdminToken, newLinkToken('firstAdmin')),
  );
}

/** @throws AppError first_admin_exists, invalid_token */
export async function checkFirstAdminToken(db: Db, token: string): Promise<void> {
  if (await adminExists(db)) throw new AppError('first_admin_exists');
  // ensureSecret would make the token again, which the transaction that made the admin has deleted.
  const expected = Buffer.from((await findSecret(db, firstAdminToken)) ?? '');
  const given = Buffer.from(token);
  if (expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected)) return;
  // another request may have made the first admin meanwhile, and so deleted the token
  throw new AppError((await adminExists(db)) ? 'first_admin_exists' : 'invalid_token');
}

/**
 * Makes the first admin and signs them in; of simultaneous requests one succeeds.
 * @throws AppError first_admin_exists, invalid_token, email_taken
 */
export async function createFirstAdmin(
  tx: Tx,
  { auth }: Site,
  { token, full_name, email }: { token: string; full_name: string; email: string },
  passwordHash: string,
  deviceName: string,
): Promise<StartedSession> {
  await takeAdvisoryLock(tx.db, 'first admin');
  await checkFirstAdminToken(tx.db, token);
  await takeAdvisoryLock(tx.db, 'sign-up', email);
  if (await findByEmail(tx.db, email)) throw new AppError('email_taken');
  const id = await insertAccount(tx.db, { full_name, email, ...ofAdmin }, passwordHash);
  await recordFirstAdmin(tx, id);
  return { userId: id, headers: await auth.signIn(tx.db, email, passwordHash, deviceName) };
}

/** Makes the admin of LAPAU_ADMIN_EMAIL and LAPAU_ADMIN_PASSWORD at the start of the server, unless there is an admin. */
export async function ensureFirstAdmin(platform: Platform): Promise<void> {
  const { adminEmail, adminPassword: password } = platform.config;
  if (adminEmail === undefined || password === undefined) return;
  if (await adminExists(platform.database.db)) return;
  const email = tidyEmail(adminEmail);
  const passwordHash = await hashPassword(password, { lane: 'owners', account: 'start' });
  await platform.transaction(async (tx) => {
    await takeAdvisoryLock(tx.db, 'first admin');
    if (await adminExists(tx.db)) return;
    await recordFirstAdmin(tx, await makeAdmin(tx, { name: 'Admin', email }, passwordHash));
  });
}

/**
 * Makes the person with that e-mail an admin with this password only, for the operator of the server: somebody else may have
 * signed up with the e-mail. Without an account one is made. Its suspension, sessions and open links end.
 * @returns the account's id
 */
export async function makeAdmin(
  tx: Tx,
  { name, email }: { name: string; email: string },
  passwordHash: string,
): Promise<string> {
  await takeAdvisoryLock(tx.db, 'sign-up', email);
  const existing = await findByEmail(tx.db, email);
  const standing = existing && (await lockPerson(tx.db, existing.id));
  if (standing) {
    await promoteToAdmin(tx.db, standing.id, passwordHash);
    await withdrawNotificationsOfRole(tx, standing.id, { before: standing.role, after: 'admin' });
  }
  const id = standing?.id ?? (await insertAccount(tx.db, { full_name: name, email, ...ofAdmin }, passwordHash));
  await revokeLinks(tx, id);
  await endSessions(tx, id, 'password_changed');
  await deleteSecret(tx.db, firstAdminToken);
  return id;
}

/** What an account has that is an admin's from its start. */
const ofAdmin = { role: 'admin', email_verified: true } as const;

async function recordFirstAdmin(tx: Tx, id: string): Promise<void> {
  await deleteSecret(tx.db, firstAdminToken);
  await recordAction(tx, { id }, { action: 'create_first_admin', target: { type: 'user', id, userId: id } });
}
