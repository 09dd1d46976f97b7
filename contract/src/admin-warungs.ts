import * as z from 'zod/mini';
import { call } from './call.ts';
import { decidedVersion, decision, reasonFields } from './decisions.ts';
import { limits } from './limits.ts';
import { openEnum } from './open-enum.ts';
import { create_post, menuPost, update_post } from './posts.ts';
import { roles } from './roles.ts';
import { cursor, id, line, pageLimit, phone, properName, text, total, whatsappNumber } from './text.ts';
import { warung } from './warungs.ts';

/** A stall is suspended if it or its owner is, and hidden if its owner is no seller any more. */
export const warungStatuses = ['active', 'suspended', 'hidden'] as const;
/** The names of the statuses in the list, its filter and the file. */
export const warungStatusNames: Record<(typeof warungStatuses)[number], string> = {
  active: 'Aktif',
  suspended: 'Ditangguhkan',
  hidden: 'Tersembunyi',
};

/** A stall as admins see it, also one that nobody else sees. */
const adminWarung = z.strictObject({
  ...warung.shape,
  is_suspended: z.boolean(),
  owner_full_name: z.string(),
  owner_email: z.string(),
  owner_role: openEnum(roles),
  status: openEnum(warungStatuses),
  version: z.int(),
});
export type AdminWarung = z.infer<typeof adminWarung>;

const filter = {
  /** Words to find in the stall's name, or in the owner's name or e-mail. */
  search_term: z._default(line(limits.name, { name: 'Kata pencarian' }), ''),
  status: z.optional(z.enum(warungStatuses, { error: 'Bukan status yang dikenal.' })),
};

/** All stalls, newest first. */
export const get_all_warungs_with_owner_info = call({
  access: 'admin',
  writes: false,
  input: z.strictObject({ ...filter, before: z.optional(cursor), limit: pageLimit }),
  output: z.array(adminWarung),
  errors: [],
});

export const count_all_warungs = call({
  access: 'admin',
  writes: false,
  input: z.strictObject(filter),
  output: total,
  errors: [],
});

export const get_warung_by_admin = call({
  access: 'admin',
  writes: false,
  input: z.strictObject({ warung_id: id }),
  output: adminWarung,
  errors: ['warung_not_found'],
});

/** Changes a stall; refused with `version_conflict` and the current one when it was changed since. */
export const update_warung_by_admin = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({
    warung_id: id,
    name: properName('Nama warung'),
    bio: z._default(text(limits.bio, { name: 'Deskripsi' }), ''),
    address: z._default(line(limits.address, { name: 'Alamat' }), ''),
    phone_number: z._default(phone, ''),
    whatsapp_number: z._default(whatsappNumber, ''),
    version: z.int(),
  }),
  output: adminWarung,
  errors: ['warung_not_found', 'name_mixed', 'name_reserved', 'version_conflict'],
});

/** The menu of any stall, newest first, hidden dishes too. */
export const get_warung_menu_by_admin = call({
  access: 'admin',
  writes: false,
  input: z.strictObject({ warung_id: id, before: z.optional(cursor), limit: pageLimit }),
  output: z.array(menuPost),
  errors: [],
});

/** A dish in a stall's menu, made by an admin; its photos lie in the stall's folder. */
export const create_warung_post = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({
    ...create_post.input.shape,
    warung_id: id,
    price: z._default(line(limits.price, { name: 'Harga' }), ''),
  }),
  output: z.strictObject({ id }),
  errors: ['post_forbidden', 'file_not_found', 'file_not_yours', 'id_conflict', 'already_deleted'],
});

/** Changes a dish of any stall, its photos excepted; refused with `version_conflict` as `update_post` is. */
export const update_post_by_admin = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({
    post_id: id,
    food_name: update_post.input.shape.food_name,
    price: update_post.input.shape.price,
    description: update_post.input.shape.description,
    is_open: z.boolean(),
    version: z.int(),
  }),
  output: menuPost,
  errors: ['post_not_found', 'version_conflict'],
});

/**
 * Deletes a stall with its menu, the applications that were decided and all their files: hidden at once, deleted ten
 * seconds later. Its seller becomes a pembeli and may apply again; an admin stays one. `deleted` is false when there is no
 * such stall.
 */
export const delete_warung_by_admin = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ warung_id: id, ...reasonFields, version: decidedVersion }),
  output: z.strictObject({ deleted: z.boolean(), decision: z.nullable(decision) }),
  errors: ['own_account', 'already_decided', 'image_delete_failed'],
});
