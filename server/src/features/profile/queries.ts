import type { Profile, Session } from '@lapau/contract/profile';
import { sql } from 'kysely';
import type { Database, Db } from '../../platform/database/database.ts';
import { jsonObject, selectJson, selectJsonIn } from '../../platform/database/json-object.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** Selects the token of the device that was registered last. Only the person themselves gets a whole profile. */
const fcmToken = `(select a.fcm_token from app_tokens a
  where a.user_id = p.id order by a.updated_at desc, a.id desc limit 1)`;

const profileJson = jsonObject<Profile>({
  id: 'p.id',
  full_name: 'p.full_name',
  address: 'p.address',
  nagari: 'p.nagari',
  kecamatan: 'p.kecamatan',
  email: 'p.email',
  phone: 'p.phone',
  avatar_url: `'/storage/avatars/' || p.avatar_url`,
  role: 'p.role',
  is_suspended: 'p.is_suspended',
  version: 'p.version',
  updated_at: 'p.updated_at',
  fcm_token: fcmToken,
});

/** A session without its id, which the call adds from the request. */
type SessionOfPerson = Omit<Session, 'session_id'>;

/** The stall's name and photo override the profile's; a demoted seller has no stall to show. */
const sessionJson = jsonObject<SessionOfPerson>({
  user: jsonObject<Session['user']>({
    id: 'p.id',
    user_metadata: jsonObject<Session['user']['user_metadata']>({
      full_name: 'coalesce(w.name, p.full_name)',
      avatar_url: `'/storage/avatars/' || coalesce(w.avatar_url, p.avatar_url)`,
    }),
  }),
  profile: profileJson,
  warung: `case when w.id is not null then ${jsonObject<NonNullable<Session['warung']>>({
    name: 'w.name',
    avatar_url: `'/storage/avatars/' || w.avatar_url`,
    is_open: 'w.is_open',
  })} end`,
  unread: jsonObject<Session['unread']>({
    messages: `(select coalesce(sum(s.unread), 0) from conversation_sides s where s.user_id = p.id and s.unread > 0)`,
    notifications: '(select count(*) from unread_notifications n where n.user_id = p.id)',
    other_notifications: `(select count(*) from unread_notifications n
      where n.user_id = p.id and n.type <> 'new_message')`,
  }),
});

/** The session as its person sees it, or null when the account has just been deleted. */
export async function findSession(database: Database, userId: string): Promise<SessionOfPerson | null> {
  const from = `from all_people p left join all_stalls w on w.id = p.id and p.role in ('penjual', 'admin') where p.id = $1`;
  const [session] = await selectJson(database.query, sessionJson, from, [userId]);
  return session ?? null;
}

export async function findProfile(db: Db, userId: string): Promise<Profile | undefined> {
  const [profile] = await selectJsonIn(db, profileJson, sql`from all_people p where p.id = ${userId}`);
  return profile;
}

/** Locks a person and all rows that are deleted or changed with them, in the common order (ARCHITECTURE.md, Lock order). */
export const lockPersonToDelete = (db: Db, userId: string) => sql`select lock_person_to_delete(${userId})`.execute(db);

type Exported = { columns: readonly string[]; hidden?: readonly string[] };

/** The tables of 'Unduh data saya', with the columns that tell whose a row is, and the columns that are left out. */
export const exportedTables: Partial<Record<keyof Schema, Exported>> = {
  profiles: { columns: ['id'], hidden: ['sign_up_key'] },
  warungs: { columns: ['id'] },
  posts: { columns: ['user_id'], hidden: ['search_text', 'placeholders'] },
  post_comments: { columns: ['user_id'], hidden: ['mentioned_id'] },
  likes: { columns: ['user_id'] },
  saved_posts: { columns: ['user_id'] },
  appeals: { columns: ['user_id'], hidden: ['answer_id'] },
  // The snapshots hold words, name and photos of the person who was reported.
  reports: {
    columns: ['reporter_id'],
    hidden: ['reported_user_id', 'snapshot_food_name', 'snapshot_images', 'snapshot_owner_name', 'snapshot_comment'],
  },
  seller_applications: { columns: ['user_id'] },
  conversations: {
    columns: ['user1_id', 'user2_id'],
    hidden: [
      'user1_read_sequence',
      'user2_read_sequence',
      'user1_shown_read_sequence',
      'user2_shown_read_sequence',
      'user1_unread',
      'user2_unread',
      'last_sequence',
    ],
  },
  messages: { columns: ['sender_id'] },
  quick_replies: { columns: ['user_id'] },
  blocks: { columns: ['blocker_id'] },
  notifications: { columns: ['user_id'], hidden: ['names', 'nameless'] },
  files: { columns: ['uploaded_by'], hidden: ['placeholder'] },
  upload_attempts: { columns: ['user_id'] },
  sessions: { columns: ['user_id'], hidden: ['token_hash', 'suspended_by'] },
  daily_visits: { columns: ['user_id'] },
  views: { columns: ['viewer_id'] },
  push_subscriptions: {
    columns: ['user_id'],
    hidden: ['endpoint', 'p256dh', 'auth', 'vapid_public_key', 'fcm_token', 'shown_tags'],
  },
  push_settings: { columns: ['user_id'] },
};

/** Columns that name a person and are not in the export, with the reason (D53). */
export const notExported: Record<string, string> = {
  'accounts.user_id': 'holds the hash of the password only',
  'post_comments.mentioned_id': 'is of who was mentioned',
  'recovery_requests.user_id': 'is the record of an office, not of a person',
  'recovery_requests.requested_by': 'is the record of an office, not of a person',
  'recovery_codes.user_id': 'holds the hash of a code only, for 15 minutes',
  'sign_in_codes.user_id': 'holds the hash of a code only, for 15 minutes',
  'availability_changes.user_id': 'repeats the posts for a day, to be undone',
  'reports.reported_user_id': 'would tell who reported',
  'reported_messages.sender_id': 'would tell who reported',
  'blocks.blocked_id': 'would tell who blocked',
  'conversations.created_by': 'is one of its two people',
  'notifications.sender_id': 'is the recipient’s',
  'notification_events.actor_id': 'repeats the likes, comments and dishes, which are in the export',
  'notification_events.answered_id': 'is the answering person’s',
  'decisions.user_id': 'is the record of an office, not of a person',
  'decisions.decided_by': 'is the record of an office, not of a person',
  'audit_log.actor_id': 'is the record of an office, not of a person',
  'audit_log.target_user_id': 'is the record of an office, not of a person',
};

/** A person's rows in a table, as the data export shows them. */
export async function findOwnRows(
  db: Db,
  userId: string,
  table: keyof Schema,
  { columns, hidden = [] }: Exported,
): Promise<unknown[]> {
  const own = sql.join(
    columns.map((column) => sql`t.${sql.ref(column)} = ${userId}`),
    sql` or `,
  );
  const result = await sql<{ row: unknown }>`
    select to_jsonb(t) - ${hidden}::text[] as row from ${sql.table(table)} t where ${own} order by t`.execute(db);
  return result.rows.map(({ row }) => row);
}
