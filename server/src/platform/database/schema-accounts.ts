import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';
import type { ColumnType, Generated } from 'kysely';

/** A time column with a default, read as a Date of millisecond precision. */
export type Moment = ColumnType<Date, Date | string | undefined, Date | string>;
/** A column with a list of values: this release writes only known ones, and reads what any release has written (D102). */
export type Listed<Known extends string> = ColumnType<Read<Known>, Known, Known>;
export type ListedWithDefault<Known extends string> = ColumnType<Read<Known>, Known | undefined, Known>;
export type NullableMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

// These tables have people, and how they sign up and in.

export type Profiles = {
  id: Generated<string>;
  full_name: string;
  email: string;
  email_verified: Generated<boolean>;
  address: Generated<string>;
  nagari: Generated<string>;
  kecamatan: Generated<string>;
  phone: Generated<string>;
  avatar_url: string | null;
  role: ListedWithDefault<Role>;
  is_suspended: Generated<boolean>;
  suspension_reason: Generated<string>;
  is_removed: Generated<boolean>;
  /** A trigger sets this column and the next two. */
  admin_since: NullableMoment;
  admin_until: NullableMoment;
  recovery_counted_from: NullableMoment;
  mail_refused_at: NullableMoment;
  sign_up_key: string | null;
  version: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
};

export type Sessions = {
  id: Generated<string>;
  user_id: string;
  token_hash: string;
  expires_at: Moment;
  revoked_at: NullableMoment;
  suspended_by: Generated<string[]>;
  ip_address: string | null;
  device_name: string | null;
  last_seen_at: Moment;
  created_at: Moment;
  updated_at: Moment;
};

export type Accounts = {
  id: Generated<string>;
  user_id: string;
  account_id: string;
  provider_id: string;
  password: string | null;
  created_at: Moment;
  updated_at: Moment;
};

export type Verifications = {
  id: Generated<string>;
  identifier: string;
  value: string;
  expires_at: Moment;
  created_at: Moment;
  updated_at: Moment;
};

export type RecoveryCodes = { user_id: string; code_hash: string; expires_at: Moment };
export type SignInCodes = {
  id: Generated<string>;
  user_id: string;
  code_hash: Generated<string>;
  tries_left: number;
  expires_at: Moment;
};
export type WrongPasswords = { id: Generated<string>; subject: string; created_at: Moment };

export type RecoveryRequests = { user_id: string; requested_by: string; expires_at: Moment };
export type DeletedAdmins = { email_hash: string; deleted_at: Moment };
export type DeletedSessions = { token_hash: string; expires_at: Moment };

export type PendingSignUps = {
  id: Generated<string>;
  sign_up_key: string | null;
  email: string;
  password_hash: string;
  full_name: string;
  address: string;
  nagari: string;
  kecamatan: string;
  phone: string;
  expires_at: Moment;
  created_at: Moment;
  mail_refused_at: NullableMoment;
};

export type PushSubscriptions = {
  id: Generated<string>;
  user_id: string;
  session_id: string;
  endpoint: string | null;
  p256dh: string | null;
  auth: string | null;
  vapid_public_key: string | null;
  fcm_token: string | null;
  shown_tags: Generated<string[]>;
  updated_at: Moment;
};
export type PushSettings = {
  user_id: string;
  messages: boolean;
  comments: boolean;
  decisions: boolean;
  waiting: boolean;
  hides_content: boolean;
  dishes: Generated<boolean>;
};
export type QuickReplies = { user_id: string; texts: string[]; version: Generated<number> };
