import * as z from 'zod/mini';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { externalUrl, id, line, moment, newId, requiredLine, storedPath, text } from './text.ts';

/** A post as every list shows it. Image URLs are site-relative. */
export const feedPost = z.strictObject({
  id,
  /** Also the id of the stall, except on admin posts. */
  userId: id,
  foodName: z.string(),
  price: z.string(),
  description: z.string(),
  images: z.array(z.string()),
  /** ThumbHash of each image, base64. */
  placeholders: z.array(z.string()),
  isOpen: z.boolean(),
  /** Made at /admin/add-post: warungName is its source name and there is no stall to visit (D12). */
  isAdminPost: z.boolean(),
  warungName: z.nullable(z.string()),
  /** Null on admin posts. */
  warungIsOpen: z.nullable(z.boolean()),
  sellerFullName: z.string(),
  sellerAvatarUrl: z.nullable(z.string()),
  /** Written by an admin: the badge 'Admin' stands beside the name (D63). */
  authorIsAdmin: z.boolean(),
  nagari: z.string(),
  createdAt: moment,
  likes: z.int(),
  comments: z.int(),
  phoneNumber: z.string(),
  whatsappNumber: z.string(),
  linkUrl: z.nullable(z.string()),
  isLikedByUser: z.boolean(),
  isSavedByUser: z.boolean(),
});
export type FeedPost = z.infer<typeof feedPost>;

/** Said in a toast; each field's own message names the field. */
export const missingInPost = 'Foto dan nama postingan harus diisi.';
export const missingPostName = 'Nama harus diisi.';
export const missingPostPhoto = 'Foto harus diisi.';

const newPost = {
  id: newId,
  food_name: requiredLine(limits.foodName, { name: 'Nama', missing: missingPostName }),
  description: z._default(text(limits.description, { name: 'Deskripsi' }), ''),
  images: z
    .array(storedPath)
    .check(
      z.minLength(1, { error: missingPostPhoto }),
      z.maxLength(limits.photosPerPost, { error: `Paling banyak ${limits.photosPerPost} foto.` }),
    ),
};
const created = z.strictObject({ id });

/** A dish of one's own stall. */
export const create_post = call({
  access: 'seller',
  writes: true,
  input: z.strictObject({
    ...newPost,
    price: requiredLine(limits.price, { name: 'Harga', missing: 'Harga harus diisi untuk postingan penjual.' }),
  }),
  output: created,
  errors: ['post_forbidden', 'file_not_found', 'file_not_yours', 'id_conflict', 'already_deleted'],
});

/** A general post of the admins: price 'Gratis', with an optional link and source name. */
export const create_admin_post = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({
    ...newPost,
    link_url: z._default(externalUrl, ''),
    seller_name: z._default(line(limits.name, { name: 'Nama sumber' }), ''),
  }),
  output: created,
  errors: ['file_not_found', 'file_not_yours', 'id_conflict', 'already_deleted'],
});

/** One visible post. */
export const get_post_details = call({
  access: 'member',
  writes: false,
  input: z.strictObject({ p_post_id: id }),
  output: feedPost,
  errors: ['post_not_found'],
});

/** Deletes a post of one's own; an admin may delete any, audited (D20, D54). No error if it is deleted already. */
export const delete_post = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ post_id: id }),
  output: z.strictObject({ deleted: z.boolean() }),
  errors: ['post_delete_forbidden', 'image_delete_failed'],
});
