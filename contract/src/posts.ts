import * as z from 'zod/mini';
import { call } from './call.ts';
import { decidedVersion, decision, reasonFields } from './decisions.ts';
import { limits } from './limits.ts';
import { openEnum } from './open-enum.ts';
import {
  ageMs,
  cursor,
  externalUrl,
  id,
  line,
  moment,
  newId,
  pageLimit,
  requiredLine,
  storedPath,
  text,
} from './text.ts';

/** A post as every list shows it. Image URLs are site-relative. */
export const feedPost = z.strictObject({
  id,
  /** The author's id, which is also the id of the stall, except on admin posts. */
  userId: id,
  foodName: z.string(),
  price: z.string(),
  description: z.string(),
  images: z.array(z.string()),
  /** ThumbHash of each image, base64. */
  placeholders: z.array(z.string()),
  isOpen: z.boolean(),
  /** Whether an admin made the post at /admin/add-post: warungName is then its source, and there is no stall to visit. */
  isAdminPost: z.boolean(),
  warungName: z.nullable(z.string()),
  /** Null on admin posts. */
  warungIsOpen: z.nullable(z.boolean()),
  /** When the cook last confirmed that the stall is open. */
  warungConfirmedAt: z.nullable(moment),
  sellerFullName: z.string(),
  sellerAvatarUrl: z.nullable(z.string()),
  /** Whether an admin wrote the post: the badge 'Admin' then stands beside the name. */
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

/** The message of a toast; each field's own message names the field. */
export const missingInPost = 'Foto dan nama postingan harus diisi.';
const missingPostName = 'Nama harus diisi.';
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

/** Posts a dish of one's own stall. */
export const create_post = call({
  access: 'seller',
  writes: true,
  storesText: true,
  input: z.strictObject({
    ...newPost,
    price: requiredLine(limits.price, { name: 'Harga', missing: 'Harga harus diisi untuk postingan penjual.' }),
  }),
  output: created,
  errors: ['post_forbidden', 'too_many_dishes', 'file_not_found', 'file_not_yours', 'id_conflict', 'already_deleted'],
});

/** Posts for the whole community, as an admin: the price is 'Gratis', a link and a source are optional. */
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

/**
 * Deletes a post of one's own. An admin may delete any: that is a decision with a reason for its author, which
 * answers its reports too. No error if it is deleted already.
 */
export const delete_post = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ post_id: id, ...reasonFields, version: decidedVersion }),
  output: z.strictObject({ deleted: z.boolean(), decision: z.nullable(decision) }),
  errors: ['post_delete_forbidden', 'image_delete_failed', 'already_decided'],
});

/** A dish as its cook sees it in the menu. */
export const menuPost = z.strictObject({
  id,
  food_name: z.string(),
  price: z.string(),
  description: z.string(),
  /** Site-relative URLs of the photos. */
  images: z.array(z.string()),
  placeholders: z.array(z.string()),
  is_open: z.boolean(),
  /** When a sold-out dish is open again by itself. */
  reopens_at: z.nullable(moment),
  version: z.int(),
  likes: z.int(),
  comments: z.int(),
  created_at: moment,
});
export type MenuPost = z.infer<typeof menuPost>;

/** One's own menu, newest first. */
export const get_my_menu = call({
  access: 'seller',
  writes: false,
  input: z.strictObject({ before: z.optional(cursor), limit: pageLimit }),
  output: z.array(menuPost),
  errors: [],
});

const availability = z.strictObject({ id, is_open: z.boolean(), reopens_at: z.nullable(moment) });

/**
 * Marks dishes of one's own as available or sold out. A choice that is older than the one the server knows changes
 * nothing for that dish. The output has the state of every dish that still exists.
 */
export const set_posts_open = call({
  access: 'seller',
  writes: true,
  input: z.strictObject({
    post_ids: z.array(id).check(z.minLength(1), z.maxLength(limits.postsAtOnce)),
    is_open: z.boolean(),
    /** Whether the dishes are sold out only until 04.00 of the next day. */
    today_only: z._default(z.boolean(), false),
    age_ms: ageMs,
  }),
  output: z.strictObject({
    posts: z.array(availability),
    /** The id that `undo_posts_open` takes; null when nothing has changed. */
    undo_id: z.nullable(id),
  }),
  errors: ['post_edit_forbidden'],
});

/** What has become of a dish in `cook_again`: posted again, or only marked as available, and why. */
const renewals = ['renewed', 'too_early', 'too_many', 'not_now'] as const;

/**
 * Cooks dishes of one's own again: opens the stall, marks them as available and posts those again that were not posted in the last twenty
 * hours, ten dishes of a stall an hour, in the order of the input. A choice that is older than the one the server knows changes nothing for
 * that dish. A repetition, or another phone that has not heard of it, is answered as the first one. The output has every dish that still exists.
 */
export const cook_again = call({
  access: 'seller',
  writes: true,
  input: z.strictObject({
    dishes: z
      .array(
        z.strictObject({
          id,
          /** The dish's time as the client knows it. */
          created_at: moment,
        }),
      )
      .check(z.minLength(1), z.maxLength(limits.postsAtOnce)),
    age_ms: ageMs,
  }),
  output: z.strictObject({
    posts: z.array(z.strictObject({ ...availability.shape, created_at: moment, renewal: openEnum(renewals) })),
    /** Whether the stall is open now, and when its cook last confirmed that. */
    warung: z.strictObject({ is_open: z.boolean(), confirmed_at: z.nullable(moment) }),
    /** How many dishes can still be posted again now. */
    renewals_left: z.int(),
    /** When that will be more; null when none has been posted again lately. */
    more_renewals_at: z.nullable(moment),
    /** The id that `undo_posts_open` takes, which then takes back the posting too; null when nothing has changed. */
    undo_id: z.nullable(id),
  }),
  errors: ['warung_not_found', 'post_edit_forbidden', 'too_many_renewals'],
});

/**
 * Takes back a change of `set_posts_open` or `cook_again` within 10 seconds; dishes that were changed again since stay as they are.
 */
export const undo_posts_open = call({
  access: 'seller',
  writes: true,
  input: z.strictObject({ undo_id: id, age_ms: ageMs }),
  output: z.strictObject({ posts: z.array(availability) }),
  errors: ['undo_expired'],
});

/** The message of a toast; each field's own message names the field. */
export const missingInEdit = 'Nama makanan dan harga harus diisi.';

/** A post of one's own as its form has it. */
export const myPost = z.strictObject({
  id,
  food_name: z.string(),
  price: z.string(),
  description: z.string(),
  /** Paths in the bucket posts, as `update_post` takes them. */
  images: z.array(z.string()),
  is_open: z.boolean(),
  is_admin_post: z.boolean(),
  /** The link; only admin posts have one. */
  link_url: z.nullable(z.string()),
  version: z.int(),
});
export type MyPost = z.infer<typeof myPost>;

/** A post of one's own for its form. */
export const get_my_post = call({
  access: 'seller',
  writes: false,
  input: z.strictObject({ post_id: id }),
  output: myPost,
  errors: ['post_not_found', 'post_edit_forbidden'],
});

/**
 * Changes a post of one's own. Refused with `version_conflict` and the current post when it was changed after the version
 * that the client has. Photos that it no longer has are deleted.
 */
export const update_post = call({
  access: 'seller',
  writes: true,
  input: z.strictObject({
    post_id: id,
    food_name: newPost.food_name,
    price: requiredLine(limits.price, { name: 'Harga', missing: 'Harga harus diisi.' }),
    description: newPost.description,
    images: newPost.images,
    /** The form leaves this out unless it changed it, as the menu's switch may have been tapped meanwhile. */
    is_open: z.optional(z.boolean()),
    /** The link, which only admin posts have; if it is left out, it stays as it is. */
    link_url: z.optional(externalUrl),
    version: z.int(),
  }),
  output: myPost,
  errors: [
    'post_not_found',
    'post_edit_forbidden',
    'version_conflict',
    'file_not_found',
    'file_not_yours',
    'image_delete_failed',
  ],
});

/**
 * Posts a post of one's own again: it is the newest one, with its likes, comments and saves. A retry, or another
 * phone that has not received the renewal, is answered with the same time.
 */
export const renew_post = call({
  access: 'seller',
  writes: true,
  input: z.strictObject({
    post_id: id,
    /** The post's time as the client knows it. */
    created_at: moment,
  }),
  output: z.strictObject({ created_at: moment }),
  errors: ['post_not_found', 'post_edit_forbidden', 'post_not_renewable', 'renewed_recently', 'too_many_renewals'],
});
