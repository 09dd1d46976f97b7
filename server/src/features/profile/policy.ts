import type { Role } from '@lapau/contract/profile';
import type { Schema } from '../../platform/schema.ts';

/** Another admin demotes an admin first (D9). */
export const mayDeleteOwnAccount = (person: { role: Role }): boolean => person.role !== 'admin';

type Exported = { columns: readonly string[]; hidden?: readonly string[] };

/** What 'Unduh data saya' holds: by table, the columns that say the row is the person's, and what is left out of it. */
export const exportedTables: Partial<Record<keyof Schema, Exported>> = {
  profiles: { columns: ['id'] },
  warungs: { columns: ['id'] },
  posts: { columns: ['user_id'], hidden: ['search_text', 'placeholders'] },
  post_comments: { columns: ['user_id'] },
  likes: { columns: ['user_id'] },
  saved_posts: { columns: ['user_id'] },
  reports: { columns: ['reporter_id'], hidden: ['reported_user_id'] },
  seller_applications: { columns: ['user_id'] },
  conversations: { columns: ['user1_id', 'user2_id'] },
  messages: { columns: ['sender_id'] },
  notifications: { columns: ['user_id'] },
  files: { columns: ['uploaded_by'], hidden: ['placeholder'] },
  upload_attempts: { columns: ['user_id'] },
  sessions: { columns: ['user_id'], hidden: ['token_hash'] },
  daily_visits: { columns: ['user_id'] },
  push_tokens: { columns: ['user_id'], hidden: ['token'] },
};

/** Columns that name a person and are not in the export, with the reason (D53). */
export const notExported: Record<string, string> = {
  'accounts.user_id': 'holds the hash of the password only',
  'reports.reported_user_id': 'would tell who reported',
  'notifications.sender_id': 'is the recipient’s',
  'notification_events.actor_id': 'repeats the likes and comments, which are in the export',
  'notification_events.answered_id': 'is the answering person’s',
  'audit_log.actor_id': 'is the record of an office, not of a person',
  'audit_log.target_user_id': 'is the record of an office, not of a person',
};
