import * as z from 'zod/mini';
import { call } from './call.ts';
import { decidedVersion, decision, reasonFields } from './decisions.ts';
import { limits } from './limits.ts';
import { kecamatan, nagari } from './places.ts';
import { personData } from './profile.ts';
import { roles } from './roles.ts';
import { cursor, email, id, line, moment, pageLimit, phone, properName, total } from './text.ts';

/**
 * Deletes a person with all they posted and wrote: hidden and signed out at once, deleted ten seconds later. An admin is
 * demoted first.
 */
export const delete_user_by_admin = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ user_id_to_delete: id, ...reasonFields, version: decidedVersion }),
  output: z.strictObject({ deleted: z.literal(true), decision }),
  errors: ['user_not_found', 'own_account', 'admin_not_demoted', 'already_decided', 'image_delete_failed'],
});

/** A person as admins see them. */
const adminUser = z.strictObject({
  ...personData.shape,
  created_at: moment,
  warung_name: z.nullable(z.string()),
  /** The moment since which mail servers refuse the person's mails for good. */
  mail_refused_at: z.nullable(moment),
  /** When somebody who was an admin in the last 30 days ceased to be one. */
  admin_until: z.nullable(moment),
  /** For somebody who was an admin lately, the admins of whom one asks for a recovery code and another makes it; else null. */
  recovery_admins: z.nullable(z.array(z.strictObject({ id, full_name: z.string() }))),
  /** Who has asked for a recovery code that another admin is to make. */
  recovery_request: z.nullable(z.strictObject({ by: id, by_name: z.string(), expires_at: moment })),
});
export type AdminUser = z.infer<typeof adminUser>;

const filter = {
  /** Words to find in the name, the e-mail or the phone number. */
  search_term: z._default(line(limits.email, { name: 'Kata pencarian' }), ''),
  role: z.optional(z.enum(roles, { error: 'Bukan peran yang dikenal.' })),
  status: z.optional(z.enum(['active', 'suspended'], { error: 'Bukan status yang dikenal.' })),
};

/** All people, newest first. */
export const get_all_users_with_profiles = call({
  access: 'admin',
  writes: false,
  input: z.strictObject({ ...filter, before: z.optional(cursor), limit: pageLimit }),
  output: z.array(adminUser),
  errors: [],
});

export const count_all_users = call({
  access: 'admin',
  writes: false,
  input: z.strictObject(filter),
  output: total,
  errors: [],
});

/**
 * Changes a person's profile, e-mail and role: a changed e-mail takes effect at once, ends the person's sessions and is
 * mailed to the old address; who becomes penjual gets a closed stall; who becomes pembeli keeps it hidden. Refused with
 * `version_conflict` and the current profile when it was changed after `version`, if that is given.
 */
export const update_user_by_admin = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({
    user_id_to_update: id,
    new_full_name: properName('Nama lengkap'),
    new_email: email,
    new_phone: z._default(phone, ''),
    new_role: z._default(z.enum(roles, { error: 'Bukan peran yang dikenal.' }), 'pembeli'),
    new_address: z._default(line(limits.addressPart, { name: 'Alamat' }), ''),
    new_nagari: z._default(nagari, ''),
    new_kecamatan: z._default(kecamatan, ''),
    version: z.optional(z.int()),
  }),
  output: adminUser,
  errors: [
    'user_not_found',
    'own_role',
    'last_admin',
    'admin_email',
    'former_admin_email',
    'email_taken',
    'name_mixed',
    'name_reserved',
    'name_in_use',
    'version_conflict',
    'stall_being_deleted',
    'person_being_deleted',
  ],
});

/**
 * Makes a one-time code by which a person sets a new password, for somebody who cannot read mails. It replaces an
 * earlier one, is good for 15 minutes, and is in no other response. For somebody who was an admin in the last 30 days, another
 * admin has to have asked for it by `request_recovery_code` within a day, and both were admins for a week when the person ceased to be one.
 */
export const create_recovery_code = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ user_id: id }),
  output: z.strictObject({
    /** The code in groups, as an admin reads it out. */
    code: z.string(),
    expires_at: moment,
  }),
  errors: ['user_not_found', 'admin_recovery', 'former_admin_recovery', 'second_admin_needed'],
});

/** Asks another admin to make a recovery code for somebody who was an admin in the last 30 days. */
export const request_recovery_code = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ user_id: id }),
  output: z.strictObject({ expires_at: moment }),
  errors: ['user_not_found', 'admin_recovery', 'former_admin_recovery', 'second_admin_unneeded'],
});
