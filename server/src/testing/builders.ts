import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Role } from '@lapau/contract/roles';
import type { Signal, Topic } from '@lapau/contract/signals';
import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import type { Schema } from '../platform/database/schema.ts';
import { hashPassword } from '../platform/passwords/passwords.ts';
import { cookieName } from '../platform/session/cookies.ts';
import { hashToken } from '../platform/session/token-hashing.ts';
import type { RunInTransaction } from '../platform/transactions/transaction.ts';
import { inSyllables } from './in-syllables.ts';

type Given<Table extends keyof Schema> = Partial<Insertable<Schema[Table]>>;
export type BuiltMember = Selectable<Schema['profiles']> & { role: Role; token: string; cookie: string };
export type BuiltSeller = BuiltMember & { warung: Selectable<Schema['warungs']> };

/** The server whose database is filled: a test server, or one that runs in a process of its own. */
export type BuildTarget = {
  db: Db;
  platform: { secret: string; publicUrl: string; transaction?: RunInTransaction };
  /** Stores a photo under that path, so that a browser can show it; without this function a built file is only a row. */
  storePicture?: (path: string) => Promise<void>;
};

let count = 0;

/** A pembeli with a session. An update dates an admin a month back, as a trigger sets the present time at first. */
export async function buildMember(server: BuildTarget, given: Given<'profiles'> = {}): Promise<BuiltMember> {
  count += 1;
  const profile = await server.db
    .insertInto('profiles')
    .values({
      full_name: `Warga ${inSyllables(count)}`,
      email: `warga-${count}-${randomBytes(3).toString('hex')}@lapau.test`,
      email_verified: true,
      address: 'Jorong Koto Tinggi',
      nagari: 'Muaro Paiti',
      kecamatan: 'Kapur IX',
      phone: '0810-0000-0099',
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (profile.role === 'admin') {
    profile.admin_since = new Date(Date.now() - 30 * 86_400_000);
    await server.db
      .updateTable('profiles')
      .set({ admin_since: profile.admin_since })
      .where('id', '=', profile.id)
      .execute();
  }
  return { ...profile, role: given.role ?? 'pembeli', ...(await buildSession(server, profile.id)) };
}

/** A session of a person, as the browser's cookie and as a bearer token. */
export async function buildSession(server: BuildTarget, userId: string, given: Given<'sessions'> = {}) {
  const token = randomBytes(24).toString('base64url');
  await server.db
    .insertInto('sessions')
    .values({ user_id: userId, token_hash: hashToken(token), expires_at: new Date(Date.now() + 86_400_000), ...given })
    .execute();
  const signature = createHmac('sha256', server.platform.secret).update(token).digest('base64');
  const signed = encodeURIComponent(`${token}.${signature}`);
  return { token: signed, cookie: `${cookieName(server.platform.publicUrl, 'session_token')}=${signed}` };
}

const password = 'rahasia sekali';
let passwordHash: Promise<string> | undefined;

/** Gives a person a password to sign in with. @returns the password */
export async function buildPassword(server: BuildTarget, person: { id: string }): Promise<string> {
  passwordHash ??= hashPassword(password, { lane: 'owners', account: 'test' });
  await server.db
    .insertInto('accounts')
    .values({ user_id: person.id, account_id: person.id, provider_id: 'credential', password: await passwordHash })
    .execute();
  return password;
}

/** A code by which a person sets a new password, as an admin reads it out. */
export async function buildRecoveryCode(server: BuildTarget, person: { id: string }): Promise<string> {
  const code = Array.from(randomBytes(12), (byte) => '23456789ABCDEFGH'[byte % 16]).join('');
  const code_hash = createHash('sha256').update(`recovery-code:${code}`).digest('base64url');
  const expires_at = new Date(Date.now() + 60_000);
  await server.db.insertInto('recovery_codes').values({ user_id: person.id, code_hash, expires_at }).execute();
  return code;
}

/** Wrong passwords that were given for an e-mail within the last hour. */
export async function buildWrongPasswords(server: BuildTarget, email: string, number: number): Promise<void> {
  const { secret } = server.platform;
  const subject = createHmac('sha256', secret).update(`wrong password account ${email}`).digest('base64url');
  await server.db
    .insertInto('wrong_passwords')
    .values(Array.from({ length: number }, () => ({ subject })))
    .execute();
}

/** A sign-up whose mailed link has not been opened. @returns its row, the password and the link's token */
export async function buildPendingSignUp(server: BuildTarget, given: Given<'pending_sign_ups'> = {}) {
  passwordHash ??= hashPassword(password, { lane: 'owners', account: 'test' });
  count += 1;
  const expires_at = new Date(Date.now() + 86_400_000);
  const signUp = await server.db
    .insertInto('pending_sign_ups')
    .values({
      email: `baru-${count}-${randomBytes(3).toString('hex')}@lapau.test`,
      password_hash: await passwordHash,
      full_name: `Orang Baru ${count}`,
      address: 'Jorong Koto Tinggi',
      nagari: 'Muaro Paiti',
      kecamatan: 'Kapur IX',
      phone: '0810-0000-0099',
      expires_at,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const token = randomBytes(24).toString('base64url');
  const identifier = createHash('sha256').update(`verify-email:${token}`).digest('base64url');
  await server.db.insertInto('verifications').values({ identifier, value: signUp.id, expires_at }).execute();
  return { ...signUp, password, token };
}

export const buildAdmin = (server: BuildTarget, given: Given<'profiles'> = {}): Promise<BuiltMember> =>
  buildMember(server, { role: 'admin', ...given });

/** Sends the signal that the call would have sent, so that every process drops its cached answers. */
async function signal({ db, platform }: BuildTarget, topic: Topic = 'feed', change: Signal = { type: 'feed_changed' }) {
  if (platform.transaction) return platform.transaction(async (tx) => tx.signal(topic, change));
  const text = crypto.randomUUID() + JSON.stringify([{ topic, signal: change }]);
  // A server in a process of its own gets the signal in one part (platform/signals/notify-carrier.ts).
  await sql`select pg_notify('lapau_signals', ${`1/1 ${text}`})`.execute(db);
}

/** A person's stall, open; the one they have already stays as it is. */
export const buildWarung = (server: BuildTarget, { id }: { id: string }) =>
  server.db
    .insertInto('warungs')
    .values({ id, name: 'Lapau Mak Itam', is_open: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** A penjual with an open stall. */
export async function buildSeller(
  server: BuildTarget,
  given: { profile?: Given<'profiles'>; warung?: Given<'warungs'> } = {},
): Promise<BuiltSeller> {
  const member = await buildMember(server, { role: 'penjual', ...given.profile });
  const warung = await server.db
    .insertInto('warungs')
    .values({
      id: member.id,
      name: `Lapau ${member.full_name}`,
      phone_number: '0810-0000-0011',
      whatsapp_number: '0810-0000-0011',
      is_open: true,
      ...given.warung,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await signal(server);
  return { ...member, warung };
}

/** An open post of a stall, with one photo's row; its seller is built unless `user_id` is given. */
export async function buildPost(server: BuildTarget, given: Given<'posts'> = {}): Promise<Selectable<Schema['posts']>> {
  const userId = given.user_id ?? (await buildSeller(server)).id;
  const images = given.images ?? [(await buildFile(server, { uploaded_by: userId })).path];
  const post = await server.db
    .insertInto('posts')
    .values({
      food_name: 'Gulai Baung',
      price: '25.000',
      description: 'Ikan sungai, kuah kuning.',
      ...given,
      user_id: userId,
      images,
      placeholders: images.map(() => ''),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await signal(server);
  return post;
}

/** A post that its author has just marked as sold out. @returns the change's id, to undo it */
export async function buildAvailabilityChange(server: BuildTarget, userId: string): Promise<string> {
  const before = await buildPost(server, { user_id: userId });
  const set_at = new Date();
  await server.db
    .updateTable('posts')
    .set({ is_open: false, open_set_at: set_at })
    .where('id', '=', before.id)
    .execute();
  const { id, is_open, reopens_at, open_set_at } = before;
  const change = await server.db
    .insertInto('availability_changes')
    .values({ user_id: userId, set_at, posts_before: JSON.stringify([{ id, is_open, reopens_at, open_set_at }]) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return change.id;
}

/** A comment under a post; post and author are built unless given. */
export async function buildComment(
  server: BuildTarget,
  given: Given<'post_comments'> = {},
): Promise<Selectable<Schema['post_comments']>> {
  return server.db
    .insertInto('post_comments')
    .values({
      content: 'Lamak bana!',
      ...given,
      post_id: given.post_id ?? (await buildPost(server)).id,
      user_id: given.user_id ?? (await buildMember(server)).id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An open report of a post; the post and the reporter are built unless given. */
export async function buildReport(
  server: BuildTarget,
  given: Given<'reports'> = {},
): Promise<Selectable<Schema['reports']>> {
  const postId = given.reported_post_id ?? (await buildPost(server)).id;
  const post = await server.db.selectFrom('posts').selectAll().where('id', '=', postId).executeTakeFirstOrThrow();
  return server.db
    .insertInto('reports')
    .values({
      reporter_id: given.reporter_id ?? (await buildMember(server)).id,
      reported_user_id: post.user_id,
      snapshot_food_name: post.food_name,
      snapshot_images: post.images,
      snapshot_owner_name: 'Lapau Mak Itam',
      reason: 'Foto bukan makanan',
      ...given,
      reported_post_id: postId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A decision that an admin has just made: by default the rejection of an application. */
export async function buildDecision(
  server: BuildTarget,
  admin: { id: string },
  given: Given<'decisions'> = {},
): Promise<Selectable<Schema['decisions']>> {
  const subject =
    given.subject_id === undefined
      ? await buildApplication(server, { status: 'rejected', decided_at: new Date() })
      : { id: given.subject_id, user_id: given.user_id };
  return server.db
    .insertInto('decisions')
    .values({
      subject_type: 'application',
      action: 'reject',
      decided_by_name: 'Admin',
      reason: 'Data belum lengkap.',
      ...given,
      decided_by: admin.id,
      subject_id: subject.id,
      user_id: subject.user_id ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A token with which a suspended person sends an appeal, as a refused sign-in gives it. */
export async function buildAppealToken(server: BuildTarget, person: { id: string }): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const identifier = createHash('sha256').update(`appeal:${token}`).digest('base64url');
  const expires_at = new Date(Date.now() + 60_000);
  await server.db.insertInto('verifications').values({ identifier, value: person.id, expires_at }).execute();
  return token;
}

/** An appeal of a suspended person that waits for an answer. */
export async function buildAppeal(server: BuildTarget): Promise<Selectable<Schema['appeals']>> {
  const { id } = await buildMember(server, { is_suspended: true, suspension_reason: 'Penipuan.' });
  const about = { subject_type: 'user' as const, subject_id: id, user_id: id, action: 'suspend' as const };
  const decision = await buildDecision(server, await buildAdmin(server), about);
  return server.db
    .insertInto('appeals')
    .values({ decision_id: decision.id, user_id: id, content: 'Saya tidak menipu.' })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A conversation that one of two people has opened; both are built unless given. */
export async function buildConversation(
  server: BuildTarget,
  { user1_id, user2_id, ...given }: Given<'conversations'> = {},
): Promise<{ id: string; user1_id: string; user2_id: string }> {
  const people = {
    user1_id: user1_id ?? (await buildMember(server)).id,
    user2_id: user2_id ?? (await buildSeller(server)).id,
  };
  const { id } = await server.db
    .insertInto('conversations')
    .values({ created_by: people.user1_id, ...given, ...people })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, ...people };
}

/** A message of user1 of a conversation, which is built unless `conversation_id` and `sender_id` are given. */
export async function buildMessage(
  server: BuildTarget,
  { conversation_id, sender_id, ...given }: Given<'messages'> = {},
): Promise<Selectable<Schema['messages']>> {
  const built = conversation_id && sender_id ? undefined : await buildConversation(server);
  return server.db
    .insertInto('messages')
    .values({
      id: crypto.randomUUID(),
      content: 'Masih ada randangnya?',
      ...given,
      conversation_id: conversation_id ?? built?.id ?? '',
      sender_id: sender_id ?? built?.user1_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A file's row in its uploader's folder, without bytes behind it. */
export async function buildFile(server: BuildTarget, given: Given<'files'> = {}): Promise<Selectable<Schema['files']>> {
  const owner = given.uploaded_by ?? (await buildMember(server)).id;
  const file = await server.db
    .insertInto('files')
    .values({
      bucket: 'posts',
      path: `${owner}/${Date.now()}-${randomBytes(6).toString('hex')}.webp`,
      content_type: 'image/webp',
      bytes: 40_000,
      width: 1080,
      height: 810,
      ...given,
      uploaded_by: owner,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await server.storePicture?.(file.path);
  return file;
}

/** What an applicant types into the form. */
export const applicationTexts = {
  warung_name: 'Dapua Uni Neti',
  phone_number: '0810-0000-0038',
  street: 'Jorong Lolo',
  nagari: 'Koto Lamo',
  kecamatan: 'Kapur IX',
  city: 'Lima Puluh Kota',
  province: 'Sumatera Barat',
};

/** An application that waits for a decision, with its photos' rows; its applicant is built unless `user_id` is given. */
export async function buildApplication(
  server: BuildTarget,
  given: Given<'seller_applications'> = {},
): Promise<Selectable<Schema['seller_applications']>> {
  const applicant = given.user_id ?? (await buildMember(server)).id;
  const avatar = `${applicant}/warung_avatar.webp`;
  const photo = { uploaded_by: applicant, bucket: 'avatars' as const, path: avatar };
  const stored = server.db
    .selectFrom('files')
    .select('path')
    .where('bucket', '=', 'avatars')
    .where('path', '=', avatar);
  if (!(await stored.executeTakeFirst())) await buildFile(server, photo);
  return server.db
    .insertInto('seller_applications')
    .values({
      ...applicationTexts,
      address: 'Jorong Lolo, Nagari Koto Lamo, Kec. Kapur IX, Lima Puluh Kota, Sumatera Barat',
      warung_avatar_url: `${avatar}?t=1`,
      sample_menu_image_url: (await buildFile(server, { uploaded_by: applicant })).path,
      ...given,
      user_id: applicant,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A banner, active unless given otherwise; an active one replaces the one that was active. */
export async function buildBanner(
  server: BuildTarget,
  given: Given<'promo_banners'> & { image_url: string },
): Promise<Selectable<Schema['promo_banners']>> {
  const values = { is_active: true, ...given };
  if (values.is_active) await server.db.updateTable('promo_banners').set({ is_active: false }).execute();
  const banner = await server.db.insertInto('promo_banners').values(values).returningAll().executeTakeFirstOrThrow();
  await signal(server, 'banners', { type: 'banners_changed' });
  return banner;
}
