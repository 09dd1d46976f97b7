import type { ApplicationField } from '@lapau/contract/applications';
import type { DecisionAction, DecisionSubject } from '@lapau/contract/decisions';
import type { Read } from '@lapau/contract/known';
import type { NotificationType } from '@lapau/contract/notifications';
import type { SettingKey } from '@lapau/contract/settings';
import type { ColumnType, Generated } from 'kysely';
import type {
  Accounts,
  DeletedAdmins,
  DeletedSessions,
  Listed,
  ListedWithDefault,
  Moment,
  NullableMoment,
  PendingSignUps,
  Profiles,
  PushSettings,
  PushSubscriptions,
  QuickReplies,
  RecoveryCodes,
  RecoveryRequests,
  Sessions,
  SignInCodes,
  Verifications,
  WrongPasswords,
} from './schema-accounts.ts';
import type { StateBefore, StoredAvailability } from './stored-json.ts';

type DailyVisits = { day: string; user_id: string };

type LinkCounts = { day: string; opened: Generated<number>; signed_up: Generated<number> };

type Views = { day: string; viewer_id: string; warung_id: string; post_id: string | null };

type Warungs = {
  id: string;
  name: string;
  bio: Generated<string>;
  address: Generated<string>;
  avatar_url: string | null;
  phone_number: Generated<string>;
  whatsapp_number: Generated<string>;
  is_open: Generated<boolean>;
  open_set_at: Moment;
  confirmed_at: NullableMoment;
  closes_nightly: Generated<boolean>;
  short_code: Generated<string>;
  version: Generated<number>;
  is_suspended: Generated<boolean>;
  suspension_reason: Generated<string>;
  created_at: Moment;
  updated_at: Moment;
};

type SellerApplications = {
  id: Generated<string>;
  user_id: string;
  warung_name: string;
  warung_description: Generated<string>;
  warung_avatar_url: string;
  sample_menu_image_url: string;
  phone_number: string;
  address: string;
  street: Generated<string>;
  nagari: Generated<string>;
  kecamatan: Generated<string>;
  city: Generated<string>;
  province: Generated<string>;
  status: ListedWithDefault<'pending' | 'rejected' | 'approved'>;
  rejection_reason: Generated<string>;
  rejection_field: ColumnType<
    Read<ApplicationField> | null,
    ApplicationField | null | undefined,
    ApplicationField | null
  >;
  created_at: Moment;
  decided_at: NullableMoment;
};

type Posts = {
  id: Generated<string>;
  user_id: string;
  food_name: string;
  price: Generated<string>;
  description: Generated<string>;
  images: Generated<string[]>;
  placeholders: Generated<string[]>;
  is_open: Generated<boolean>;
  reopens_at: NullableMoment;
  open_set_at: Moment;
  version: Generated<number>;
  first_posted_at: NullableMoment;
  is_removed: Generated<boolean>;
  is_admin_post: Generated<boolean>;
  seller_name: Generated<string>;
  location: Generated<string>;
  phone_number: Generated<string>;
  whatsapp_number: Generated<string>;
  link_url: string | null;
  created_at: Moment;
  updated_at: Moment;
  likes_count: Generated<number>;
  comments_count: Generated<number>;
  visible: Generated<boolean>;
  nagari_key: Generated<string>;
  search_text: Generated<string>;
};

type AvailabilityChanges = {
  id: Generated<string>;
  user_id: string;
  set_at: Moment;
  posts_before: ColumnType<StoredAvailability[], string, never>;
  created_at: Moment;
};

type Likes = { post_id: string; user_id: string; visible: Generated<boolean>; created_at: Moment };
type SavedPosts = {
  post_id: string;
  user_id: string;
  created_at: Moment;
  wants_alert: Generated<boolean>;
  alerted_at: Date | null;
};

type PostComments = {
  id: Generated<string>;
  post_id: string;
  user_id: string;
  parent_id: string | null;
  content: string;
  is_removed: Generated<boolean>;
  visible: Generated<boolean>;
  mentions_person: Generated<boolean>;
  mentioned_id: Generated<string | null>;
  created_at: Moment;
};

type Decisions = {
  id: Generated<string>;
  number: ColumnType<number, never, never>;
  subject_type: Listed<DecisionSubject>;
  subject_id: string;
  action: Listed<DecisionAction>;
  user_id: string | null;
  decided_by: string | null;
  decided_by_name: string;
  reason: Generated<string>;
  state_before: ColumnType<StateBefore, string | undefined, string>;
  created_at: Moment;
  undone_at: NullableMoment;
  settled_at: NullableMoment;
};

type Appeals = {
  id: Generated<string>;
  decision_id: string;
  user_id: string;
  content: string;
  status: ListedWithDefault<'pending' | 'accepted' | 'rejected'>;
  answer_id: string | null;
  created_at: Moment;
  decided_at: NullableMoment;
};

type Reports = {
  id: Generated<string>;
  reporter_id: string | null;
  reported_post_id: string | null;
  reported_comment_id: string | null;
  reported_message_id: string | null;
  reported_user_id: string | null;
  /** A trigger sets this column and the next. */
  subject_type: ColumnType<Read<'post' | 'comment' | 'message'>, never, never>;
  subject_id: ColumnType<string, never, never>;
  decision_id: string | null;
  snapshot_food_name: Generated<string>;
  snapshot_images: Generated<string[]>;
  snapshot_owner_name: Generated<string>;
  snapshot_comment: string | null;
  reason: string;
  status: ListedWithDefault<'pending' | 'dismissed' | 'resolved'>;
  created_at: Moment;
  decided_at: NullableMoment;
};

type ReportedMessages = {
  report_id: string;
  sequence: number;
  sender_id: string | null;
  sender_name: string;
  content: string;
  sent_at: Moment;
  is_reported: boolean;
};

type Conversations = {
  id: Generated<string>;
  user1_id: string | null;
  user2_id: string | null;
  created_by: string | null;
  created_at: Moment;
  active_at: Moment;
  last_sequence: Generated<number>;
  user1_read_sequence: Generated<number>;
  user2_read_sequence: Generated<number>;
  /** Set by a trigger. */
  user1_shown_read_sequence: ColumnType<number | null, never, never>;
  user2_shown_read_sequence: ColumnType<number | null, never, never>;
  user1_unread: Generated<number>;
  user2_unread: Generated<number>;
};

type Messages = {
  id: string;
  conversation_id: string;
  /** A trigger gives it. */
  sequence: ColumnType<number, never, never>;
  sender_id: string | null;
  content: string;
  post_id: string | null;
  post_food_name: string | null;
  post_price: string | null;
  created_at: Moment;
};

type MessageDeletions = { conversation_id: string; sequence: number; message_id: string };
type Blocks = { blocker_id: string; blocked_id: string; blocked_name: string; created_at: Moment };

type Notifications = {
  id: Generated<string>;
  user_id: string;
  type: Listed<NotificationType>;
  content: string | null;
  is_read: Generated<boolean>;
  post_id: string | null;
  sender_id: string | null;
  comment_id: string | null;
  conversation_id: string | null;
  decision_id: string | null;
  subject_id: string | null;
  topic: string | null;
  /** The people whom the content names besides its recipient, and the text that replaces it once one of them has no account any more. */
  names: string[] | null;
  nameless: string | null;
  first_event: number | null;
  last_event: number | null;
  created_at: Moment;
};

type NotificationEvents = {
  number: ColumnType<number, never, never>;
  topic: string;
  actor_id: string;
  answered_id: string | null;
  post_id: string | null;
  comment_id: string | null;
  subject_id: string | null;
  what: string | null;
  decision_id: string | null;
  withdrawn: Generated<boolean>;
  kept_for: Generated<string[]>;
  created_at: Moment;
};

/** Dishes of whose return not everybody has been told. */
type DishReturns = { post_id: string; came_back_at: Date; noted_at: Moment };

/** The words by which posts and stalls are found. */
type SearchWords = { word: string };
/** Spellings that people mix, a row for each food. */
type Spellings = { id: Generated<string>; alike: string[] };

type AppSettings = { key: Listed<SettingKey>; value: string; version: Generated<number>; updated_at: Moment };

type PromoBanners = {
  id: Generated<string>;
  image_url: string;
  link_url: string | null;
  is_active: Generated<boolean>;
  starts_at: Date | null;
  ends_at: Date | null;
  version: Generated<number>;
  created_at: Moment;
};

export type Bucket = 'avatars' | 'posts';

/** The SHA-256 of each of a row's stored files, in hexadecimal, by what its name adds to the row's path (suffixOf in files/paths.ts). */
export type Checksums = Record<string, string>;

type Files = {
  bucket: Bucket;
  path: string;
  uploaded_by: string | null;
  content_type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  placeholder: Generated<string>;
  created_at: Moment;
  sha256: ColumnType<Checksums | null, string | undefined, string>;
};

/** Ids of deleted posts and comments. */
type DeletedIds = { id: string; deleted_at: Moment };
type UploadAttempts = { user_id: string; day: string; attempts: number };

type AuditLog = {
  id: Generated<string>;
  actor_id: string | null;
  actor_name: Generated<string>;
  action: string;
  target_type: string;
  target_id: string;
  target_user_id: string | null;
  details: ColumnType<Record<string, unknown>, string | undefined, never>;
  created_at: Moment;
};

type ServerSecrets = { name: string; value: string; created_at: Moment };
type UnsentSignals = { id: ColumnType<number, never, never>; text: string; created_at: Moment };

type LastBackup = { only_row: Generated<boolean>; made_at: Moment };

type TrustedClock = { only_row: Generated<boolean>; trusted_at: Moment; noted_at: Moment; ran_ms: Generated<number> };

type WaitingReminder = { only_row: Generated<boolean>; reminded_until: Moment; told_week: string | null };

type WebFiles = {
  name: string;
  content_type: string;
  content: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
  had_at: Moment;
};

/** `times` is an array that only SQL writes and reads. */
type LimitCounts = { key: string; full_at: Moment; times: Generated<unknown> };

/** The tables of migrations/, as the query builder sees them. */
export type Schema = {
  profiles: Profiles;
  sessions: Sessions;
  accounts: Accounts;
  verifications: Verifications;
  recovery_codes: RecoveryCodes;
  sign_in_codes: SignInCodes;
  wrong_passwords: WrongPasswords;
  recovery_requests: RecoveryRequests;
  deleted_admins: DeletedAdmins;
  deleted_sessions: DeletedSessions;
  pending_sign_ups: PendingSignUps;
  push_settings: PushSettings;
  push_subscriptions: PushSubscriptions;
  daily_visits: DailyVisits;
  link_counts: LinkCounts;
  views: Views;
  warungs: Warungs;
  seller_applications: SellerApplications;
  posts: Posts;
  availability_changes: AvailabilityChanges;
  likes: Likes;
  saved_posts: SavedPosts;
  post_comments: PostComments;
  decisions: Decisions;
  appeals: Appeals;
  reports: Reports;
  reported_messages: ReportedMessages;
  conversations: Conversations;
  messages: Messages;
  message_deletions: MessageDeletions;
  quick_replies: QuickReplies;
  blocks: Blocks;
  notifications: Notifications;
  notification_events: NotificationEvents;
  dish_returns: DishReturns;
  search_words: SearchWords;
  spellings: Spellings;
  app_settings: AppSettings;
  promo_banners: PromoBanners;
  files: Files;
  deleted_ids: DeletedIds;
  upload_attempts: UploadAttempts;
  audit_log: AuditLog;
  server_secrets: ServerSecrets;
  unsent_signals: UnsentSignals;
  last_backup: LastBackup;
  trusted_clock: TrustedClock;
  waiting_reminder: WaitingReminder;
  web_files: WebFiles;
  limit_counts: LimitCounts;
};
