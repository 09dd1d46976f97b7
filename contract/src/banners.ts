import * as z from 'zod/mini';
import { call } from './call.ts';
import { cursor, externalUrl, givenMoment, id, moment, newId, pageLimit } from './text.ts';

/** The active banner; null if there is none, and before its start and after its end. */
export const get_active_banner = call({
  access: 'member',
  writes: false,
  input: z.strictObject({}),
  output: z.nullable(z.strictObject({ id, image_url: z.string(), link_url: z.nullable(z.string()) })),
  errors: [],
});

/** Width divided by height. */
export const bannerRatio = 4;

const banner = z.strictObject({
  id,
  image_url: z.string(),
  link_url: z.nullable(z.string()),
  is_active: z.boolean(),
  /** The active banner shows between these two moments; null sets no limit. */
  starts_at: z.nullable(moment),
  ends_at: z.nullable(moment),
  version: z.int(),
  created_at: moment,
});
export type Banner = z.infer<typeof banner>;

/** All banners, newest first. */
export const get_banners = call({
  access: 'admin',
  writes: false,
  input: z.strictObject({ before: z.optional(cursor), limit: pageLimit }),
  output: z.array(banner),
  errors: [],
});

const missingPicture = 'Gambar banner wajib diunggah.';

/** A picture uploaded to `avatars/promo_banners/<uuid>`. */
const picture = z
  .string({ error: missingPicture })
  .check(
    z.minLength(1, { error: missingPicture }),
    z.regex(/^(?:promo_banners\/[0-9a-f-]{36}\.webp)?$/, { error: 'Bukan nama berkas yang sah.' }),
  );

/** The fields that a banner's form has besides the picture. */
const bannerFields = z.strictObject({
  link_url: z._default(externalUrl, ''),
  starts_at: z._default(z.nullable(givenMoment), null),
  ends_at: z._default(z.nullable(givenMoment), null),
});

/** A new banner, not active yet. With an id made by the client a repeated request is the same banner. */
export const create_banner = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ ...bannerFields.shape, id: newId, image_url: picture }),
  output: banner,
  errors: ['file_not_found', 'id_conflict', 'already_deleted'],
});

/**
 * Changes a banner; its picture stays when none is given. Refused with `version_conflict` and the current banner when it was changed
 * after `version`, if that is given.
 */
export const update_banner = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({
    ...bannerFields.shape,
    banner_id: id,
    image_url: z.optional(picture),
    version: z.optional(z.int()),
  }),
  output: banner,
  errors: ['banner_not_found', 'file_not_found', 'version_conflict'],
});

/** Makes a banner the active one, or no longer; the one that was active is deactivated with it. */
export const set_banner_active = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ banner_id: id, active: z.boolean() }),
  output: banner,
  errors: ['banner_not_found', 'banner_not_deactivated'],
});

/** `deleted` is false when there is no such banner. */
export const delete_banner = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ banner_id: id }),
  output: z.strictObject({ deleted: z.boolean() }),
  errors: [],
});
