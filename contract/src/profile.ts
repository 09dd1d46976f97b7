import * as z from 'zod/mini';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { openEnum } from './open-enum.ts';
import { kecamatan, nagari } from './places.ts';
import { roles } from './roles.ts';
import { givenPassword, id, line, moment, phone, properName, storedPath } from './text.ts';

/** A person's data, for themselves and admins. Other people see id, full_name, avatar_url and nagari at most. */
export const personData = z.strictObject({
  id,
  full_name: z.string(),
  address: z.string(),
  nagari: z.string(),
  kecamatan: z.string(),
  email: z.string(),
  phone: z.string(),
  avatar_url: z.nullable(z.string()),
  role: openEnum(roles),
  is_suspended: z.boolean(),
  version: z.int(),
  updated_at: moment,
});

/** One's own profile. */
export const profile = z.strictObject({
  ...personData.shape,
  /** The token of the native app that was registered last; null without one. A server of 1.0.0 leaves it out. */
  fcm_token: z.optional(z.nullable(z.string())),
});
export type Profile = z.infer<typeof profile>;

/** A signed-in person's own stall in short: its name and photo override the profile's. */
const ownWarung = z.strictObject({
  name: z.string(),
  avatar_url: z.nullable(z.string()),
  /** Whether the stall is open. A server of 1.0.0 leaves this out, as do the answers that devices stored then. */
  is_open: z.optional(z.boolean()),
});

/**
 * The session as a page knows it: `user` carries the displayed name and avatar (the stall's for a seller, the
 * profile's otherwise), `warung` is null for people without a stall.
 */
export const session = z.strictObject({
  user: z.strictObject({
    id,
    user_metadata: z.strictObject({ full_name: z.string(), avatar_url: z.nullable(z.string()) }),
  }),
  profile,
  warung: z.nullable(ownWarung),
  unread: z.strictObject({
    messages: z.int(),
    notifications: z.int(),
    /** Unread notifications without those of messages, which are counted one by one. A server of 1.0.0 leaves this out. */
    other_notifications: z.optional(z.int()),
  }),
  /** A sign-out names the session to end by this id. Answers of 1.0.0 do not have it, nor do the answers that devices stored then. */
  session_id: z.optional(id),
});
export type Session = z.infer<typeof session>;

/** The session behind the cookie or bearer; null when there is none. A suspended person gets the 403 of the gate. */
export const get_session = call({
  access: 'public',
  tellsSuspended: true,
  writes: false,
  input: z.strictObject({}),
  output: z.nullable(session),
  errors: [],
});

/**
 * Changes one's own profile; other columns, such as e-mail and role, cannot be set. Refused with `version_conflict` and the
 * current profile when it was changed after `version`, if that is given.
 */
export const update_profile = call({
  access: 'member',
  writes: true,
  input: z.strictObject({
    full_name: properName('Nama lengkap'),
    phone,
    address: line(limits.addressPart, { name: 'Alamat' }),
    nagari,
    kecamatan,
    version: z.optional(z.int()),
  }),
  output: z.strictObject({ updated: z.literal(true), profile }),
  errors: ['name_mixed', 'name_reserved', 'name_in_use', 'version_conflict'],
});

/** Sets the photo uploaded as avatars/<own id>/profile_avatar.webp as the person's avatar. */
export const update_avatar = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ path: storedPath }),
  output: z.strictObject({ avatar_url: z.string() }),
  errors: ['file_not_found', 'file_not_yours'],
});

/** Deletes one's own account after verifying the password; admins may not. */
export const delete_account = call({
  access: 'member',
  writes: true,
  perMinute: 5,
  input: z.strictObject({ password: givenPassword }),
  output: z.strictObject({ deleted: z.literal(true) }),
  errors: ['wrong_password', 'admin_account'],
});
