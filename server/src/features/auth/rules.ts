import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isAllowedKecamatan, tidyNagari } from '@lapau/contract/area';
import type { SignUp } from '@lapau/contract/auth';
import { errors } from '@lapau/contract/errors';
import { loginLink } from '@lapau/contract/links';
import type { SessionEnd } from '@lapau/contract/signals';
import { AppError } from '../../platform/app-error.ts';
import { lockUntilCommit } from '../../platform/database.ts';
import type { Db } from '../../platform/database.ts';
import { hashPassword, verifyPassword } from '../../platform/passwords.ts';
import type { Platform } from '../../platform/platform.ts';
import { findSecret, ensureSecret } from '../../platform/secrets.ts';
import type { Member } from '../../platform/session/actor.ts';
import { authLibrary, linkLife } from '../../platform/session/auth-library.ts';
import { lockProfile, lockStanding, suspensionOf } from '../../platform/session/standing.ts';
import type { Tx } from '../../platform/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { notifyOfSignUp } from '../notifications/rules.ts';
import { readSettings } from '../settings/rules.ts';
import { isReservedName } from './policy.ts';
import {
  adminExists,
  deleteOtherSessions,
  deletePendingSignUp,
  deletePushTokens,
  deleteSecret,
  deleteSession,
  deleteVerifications,
  findAdminNames,
  findByEmail,
  findEmail,
  findPasswordHash,
  findPasswordHashes,
  findPendingSignUp,
  hasUnverifiedEmail,
  insertAccount,
  isAccountIdTaken,
  markEmailVerified,
  prolongPendingSignUp,
  promoteToAdmin,
  replacePasswordHash,
  revokeSessions,
  storePendingSignUp,
} from './queries.ts';
import type { Credential } from './queries.ts';

/** Headers of an answer that start or end a session: `set-cookie`, and `set-auth-token` with the signed bearer token. */
export type SessionHeaders = Headers;
export type StartedSession = { userId: string; headers: SessionHeaders };
type Site = Pick<Platform, 'publicUrl' | 'secret' | 'config'>;

/** @throws AppError outside_area (D1) */
export async function refuseOutsideArea(db: Db, kecamatan: string): Promise<void> {
  const { allowed_kecamatan } = await readSettings(db);
  if (!isAllowedKecamatan(kecamatan, allowed_kecamatan)) throw new AppError('outside_area');
}

/**
 * For every name that people give themselves or their stall.
 * @param field of the form that the name stands in
 * @throws AppError name_reserved when it can be taken for the site's or an admin's (D63)
 */
export async function refuseReservedName(db: Db, name: string, field: string): Promise<void> {
  const { site_title } = await readSettings(db);
  if (!isReservedName(name, [site_title, ...(await findAdminNames(db))])) return;
  throw new AppError('name_reserved', { [field]: errors.name_reserved[1] });
}

/**
 * Makes an account and signs it in; for servers that do not verify e-mails (D3, D4).
 * @param passwordHash made before, so that no connection waits for it
 * @returns undefined when the account with this e-mail has the sent id: the sign-up is repeated, and whoever gives the
 *   account's password may be signed in
 * @throws AppError email_taken, id_conflict
 */
export async function signUp(
  tx: Tx,
  site: Site,
  input: SignUp,
  passwordHash: string,
  deviceName: string,
): Promise<StartedSession | undefined> {
  const { id, ...form } = input;
  await lockUntilCommit(tx.db, `sign-up ${form.email}`);
  const owner = await findByEmail(tx.db, form.email);
  if (owner) {
    if (owner.id === id) return undefined;
    throw new AppError('email_taken');
  }
  if (id !== undefined) await refuseTakenId(tx, id, form.email);
  const library = await authLibrary(site, tx.db, {
    passwordHash,
    deviceName,
    newAccount: id === undefined ? {} : { id },
  });
  const body = { ...form, nagari: tidyNagari(form.nagari) };
  const { headers, response } = await library.ask(library.api.signUpEmail({ body, returnHeaders: true }));
  await announceAccount(tx, response.user);
  return { userId: response.user.id, headers };
}

/** @throws AppError id_conflict for an id that another sign-up has used */
async function refuseTakenId(tx: Tx, id: string, email: string): Promise<void> {
  await lockUntilCommit(tx.db, `sign-up ${id}`);
  if (await isAccountIdTaken(tx.db, id, email)) throw new AppError('id_conflict');
}

/**
 * Stores a sign-up until its mailed link is opened, in place of an earlier one with the same e-mail (D4), and mails the
 * link, once for each id. The work is the same for a taken e-mail: who has it is looked up when the mail is written (D3).
 * @throws AppError id_conflict, also for the id of the account with this e-mail: ids are public, e-mails are not
 */
export async function requestSignUp(tx: Tx, { name, ...input }: SignUp, passwordHash: string): Promise<void> {
  await lockUntilCommit(tx.db, `sign-up ${input.email}`);
  const { id, email, address, nagari, kecamatan, phone } = input;
  if (id !== undefined) await refuseTakenId(tx, id, email);
  const stored = await storePendingSignUp(tx.db, {
    ...(id !== undefined && { id }),
    email,
    password_hash: passwordHash,
    full_name: name,
    address,
    nagari: tidyNagari(nagari),
    kecamatan,
    phone,
    expires_at: linkExpiry('verifyEmail'),
  });
  if (!stored.isRepeated) await tx.enqueue('send_mail', { mail: 'confirm_sign_up', to: email, accountId: stored.id });
}

/** When a link made now expires. */
export const linkExpiry = (kind: keyof typeof linkLife): Date => new Date(Date.now() + linkLife[kind] * 1_000);

/**
 * Makes the token of a link that proves the mailbox of a sign-up, or of an account that has never proved it.
 * @returns undefined when there is nothing to prove: another sign-up took its place, or it was proved meanwhile
 */
export async function openVerification(tx: Tx, site: Site, accountId: string): Promise<string | undefined> {
  const expiresAt = linkExpiry('verifyEmail');
  const isOpen =
    (await prolongPendingSignUp(tx.db, accountId, expiresAt)) || (await hasUnverifiedEmail(tx.db, accountId));
  if (!isOpen) return undefined;
  const { internalAdapter } = await (await authLibrary(site, tx.db)).context;
  const token = randomBytes(24).toString('base64url');
  await internalAdapter.createVerificationValue({ identifier: verification(token), value: accountId, expiresAt });
  return token;
}

const verification = (token: string) => `verify-email:${token}`;

/**
 * Opens a mailed link: the account of its sign-up is made, with what was typed there and nowhere else. It does not sign in:
 * the link proves a mailbox, not that its reader chose the password. A link may be opened again.
 * @throws AppError invalid_token, also for a sign-up that another one has replaced
 */
export async function verifyEmail(tx: Tx, site: Site, token: string): Promise<void> {
  const { internalAdapter } = await (await authLibrary(site, tx.db)).context;
  const link = await internalAdapter.findVerificationValue(verification(token));
  if (!link || link.expiresAt < new Date()) throw new AppError('invalid_token');
  const pending = await findPendingSignUp(tx.db, link.value);
  if (pending) await lockUntilCommit(tx.db, `sign-up ${pending.email}`);
  if (!pending || !(await deletePendingSignUp(tx.db, pending.id))) {
    if (!(await markEmailVerified(tx.db, link.value))) throw new AppError('invalid_token');
    return;
  }
  if (await findByEmail(tx.db, pending.email)) throw new AppError('invalid_token');
  await insertAccount(tx.db, pending);
  await announceAccount(tx, pending);
}

async function announceAccount(tx: Tx, person: { id: string }): Promise<void> {
  await notifyOfSignUp(tx, person);
  tx.signal('admin', { type: 'users_changed' });
}

/**
 * Starts a session for somebody whose password has been verified.
 * @throws AppError account_suspended, warung_suspended; email_not_verified; invalid_credentials when it has just changed
 */
export async function signIn(
  tx: Tx,
  site: Site,
  credential: Credential,
  body: { email: string; password: string },
  deviceName: string,
): Promise<StartedSession> {
  const standing = await lockStanding(tx.db, credential.id);
  const suspension = standing && suspensionOf(standing);
  if (suspension) throw new AppError(suspension);
  const verifiesEmail = site.config.emailVerification;
  const library = await authLibrary(site, tx.db, { verifiedHash: credential.password, verifiesEmail, deviceName });
  const { headers } = await library.ask(library.api.signInEmail({ body, returnHeaders: true }));
  return { userId: credential.id, headers };
}

/** Ends the session behind the signed token that the request came with; its other pages are told (D10). */
export async function signOut(
  tx: Tx,
  site: Site,
  member: Member | null,
  signedToken: string | undefined,
): Promise<SessionHeaders> {
  const library = await authLibrary(site, tx.db);
  const credentials = library.withSession(signedToken);
  const { headers } = await library.ask(library.api.signOut({ headers: credentials, returnHeaders: true }));
  if (member)
    tx.signal(`user:${member.id}`, { type: 'session_ended', reason: 'signed_out', session_id: member.sessionId });
  return headers;
}

/**
 * Ends all sessions of a person, at once everywhere (D5, D7). The rows stay, revoked, until they expire: nothing brings
 * these sessions back, and a suspended person's page still learns why.
 */
export async function endSessions(tx: Tx, userId: string, reason: SessionEnd): Promise<void> {
  await revokeSessions(tx.db, userId);
  await deletePushTokens(tx.db, userId);
  tx.signal(`user:${userId}`, { type: 'session_ended', reason });
}

/** Signs one of the person's devices out; its open pages are told. */
export async function endSession(tx: Tx, actor: Member, session_id: string): Promise<void> {
  if (!(await deleteSession(tx.db, actor.id, session_id))) return;
  tx.signal(`user:${actor.id}`, { type: 'session_ended', reason: 'signed_out', session_id });
}

/** Signs out all the person's devices but this one. */
export async function endOtherSessions(tx: Tx, actor: Member, reason: SessionEnd): Promise<void> {
  await lockProfile(tx.db, actor.id);
  for (const session_id of await deleteOtherSessions(tx.db, actor.id, actor.sessionId))
    tx.signal(`user:${actor.id}`, { type: 'session_ended', reason, session_id });
}

/** Makes mailed links to a new password worthless. */
export const revokeLinks = (tx: Tx, userId: string) => deleteVerifications(tx.db, userId);

/**
 * Sets a new password by a mailed token. Whoever has the token has the mailbox, so the e-mail is verified too; all
 * sessions and other open links end (D5).
 * @param userId whose token it is
 * @throws AppError invalid_token
 */
export async function resetPassword(
  tx: Tx,
  site: Site,
  userId: string,
  body: { token: string; newPassword: string },
  passwordHash: string,
): Promise<void> {
  await lockProfile(tx.db, userId);
  const library = await authLibrary(site, tx.db, {
    passwordHash,
    onPasswordReset: async () => {
      await deleteVerifications(tx.db, userId);
      await endSessions(tx, userId, 'password_changed');
      const account = await markEmailVerified(tx.db, userId);
      if (account) await tx.enqueue('send_mail', { mail: 'password_changed', to: account.email });
    },
  });
  await library.ask(library.api.resetPassword({ body }));
}

/**
 * Whether this is the person's password, by its hash, which is returned; the work is done outside any transaction.
 * @param address of the request, as verifyPassword takes it
 * @throws AppError wrong_password
 */
export async function verifyOwnPassword(db: Db, userId: string, password: string, address: string): Promise<string> {
  const hash = await findPasswordHash(db, userId);
  if (!(await verifyPassword(hash, password, address)) || hash === undefined) throw new AppError('wrong_password');
  return hash;
}

/** Whether any account whose e-mail is like the pattern has this password. */
export async function anyoneSignsInWith(db: Db, emailPattern: string, password: string): Promise<boolean> {
  for (const hash of await findPasswordHashes(db, emailPattern)) {
    if (await verifyPassword(hash, password, 'start')) return true;
  }
  return false;
}

/**
 * Sets a new password for somebody who has given the old one; other sessions and open links end, this session stays, and
 * the mailbox is told.
 * @param verifiedHash of the old password, as verifyOwnPassword returned it
 * @throws AppError wrong_password when it has just changed
 */
export async function changePassword(tx: Tx, actor: Member, verifiedHash: string, newHash: string): Promise<void> {
  await lockProfile(tx.db, actor.id);
  if (!(await replacePasswordHash(tx.db, actor.id, verifiedHash, newHash))) throw new AppError('wrong_password');
  await deleteVerifications(tx.db, actor.id);
  await endOtherSessions(tx, actor, 'password_changed');
  const email = await findEmail(tx.db, actor.id);
  if (email !== undefined) await tx.enqueue('send_mail', { mail: 'password_changed', to: email });
}

const firstAdminToken = 'FIRST_ADMIN_TOKEN';

/**
 * The one-time link that makes the first admin, the same for all processes; undefined once there is an admin.
 * For the operator's terminal only.
 */
export async function announceFirstAdmin({ database, publicUrl }: Platform): Promise<string | undefined> {
  if (await adminExists(database.db)) return undefined;
  return loginLink(publicUrl, 'firstAdmin', await ensureSecret(database.db, firstAdminToken));
}

/** @throws AppError first_admin_exists, invalid_token */
export async function checkFirstAdminToken(db: Db, token: string): Promise<void> {
  if (await adminExists(db)) throw new AppError('first_admin_exists');
  // not made here: the token goes in the transaction that makes the admin, and must not come back
  const expected = Buffer.from((await findSecret(db, firstAdminToken)) ?? '');
  const given = Buffer.from(token);
  if (expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected)) return;
  // somebody else's may have been made meanwhile, and the token with it gone
  throw new AppError((await adminExists(db)) ? 'first_admin_exists' : 'invalid_token');
}

/**
 * Makes the first admin and signs them in; of two at once, one (D9).
 * @throws AppError first_admin_exists, invalid_token, email_taken
 */
export async function createFirstAdmin(
  tx: Tx,
  site: Site,
  input: { token: string; full_name: string; email: string; password: string },
  passwordHash: string,
  deviceName: string,
): Promise<StartedSession> {
  await lockUntilCommit(tx.db, 'first admin');
  await checkFirstAdminToken(tx.db, input.token);
  await lockUntilCommit(tx.db, `sign-up ${input.email}`);
  const { full_name: name, email, password } = input;
  return makeAdmin(tx, site, { name, email, password }, passwordHash, deviceName);
}

/** Makes the admin of LAPAU_ADMIN_EMAIL and LAPAU_ADMIN_PASSWORD while there is none; for the start of the server. */
export async function ensureFirstAdmin(platform: Platform): Promise<void> {
  const { adminEmail, adminPassword: password } = platform.config;
  if (adminEmail === undefined || password === undefined) return;
  if (await adminExists(platform.database.db)) return;
  const email = adminEmail.trim().toLowerCase();
  const passwordHash = await hashPassword(password, 'start');
  await platform.transaction(async (tx) => {
    await lockUntilCommit(tx.db, 'first admin');
    if (await adminExists(tx.db)) return;
    await lockUntilCommit(tx.db, `sign-up ${email}`);
    const existing = await findByEmail(tx.db, email);
    if (!existing) return void (await makeAdmin(tx, platform, { name: 'Admin', email, password }, passwordHash, ''));
    // somebody may have signed up with this e-mail before: only the configured password opens it from now on
    await promoteToAdmin(tx.db, existing.id, passwordHash);
    await endSessions(tx, existing.id, 'password_changed');
    await recordFirstAdmin(tx, existing.id);
  });
}

async function makeAdmin(
  tx: Tx,
  site: Site,
  body: { name: string; email: string; password: string },
  passwordHash: string,
  deviceName: string,
): Promise<StartedSession> {
  const library = await authLibrary(site, tx.db, {
    passwordHash,
    deviceName,
    newAccount: { role: 'admin', emailVerified: true },
  });
  const { headers, response } = await library.ask(library.api.signUpEmail({ body, returnHeaders: true }));
  await recordFirstAdmin(tx, response.user.id);
  return { userId: response.user.id, headers };
}

async function recordFirstAdmin(tx: Tx, id: string): Promise<void> {
  await deleteSecret(tx.db, firstAdminToken);
  await recordAction(tx, { id }, { action: 'create_first_admin', target: { type: 'user', id, userId: id } });
}
