import * as z from 'zod/mini';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { feedPost } from './posts.ts';
import {
  ageMs,
  cursor,
  id,
  line,
  moment,
  pageLimit,
  phone,
  properName,
  storedPath,
  text,
  whatsappNumber,
} from './text.ts';

/** A stall as every member sees it; phone and WhatsApp numbers are public on purpose. */
export const warung = z.strictObject({
  id,
  name: z.string(),
  bio: z.string(),
  address: z.string(),
  nagari: z.string(),
  avatar_url: z.nullable(z.string()),
  phone_number: z.string(),
  whatsapp_number: z.string(),
  is_open: z.boolean(),
  /** When the cook last confirmed that the stall is open. */
  confirmed_at: z.nullable(moment),
  updated_at: moment,
  created_at: moment,
});
export type Warung = z.infer<typeof warung>;

/** Visible stalls whose name contains the search, newest first. */
export const list_warungs = call({
  access: 'member',
  writes: false,
  input: z.strictObject({
    search_term: z._default(line(limits.name), ''),
    before: z.optional(cursor),
    limit: pageLimit,
  }),
  output: z.array(warung),
  errors: [],
});

/** One visible stall. */
export const get_warung = call({
  access: 'member',
  writes: false,
  input: z.strictObject({ warung_id: id }),
  output: warung,
  errors: ['warung_not_found'],
});

/** A stall's menu, newest first, the sold-out dishes too. */
export const get_warung_menu = call({
  access: 'member',
  writes: false,
  input: z.strictObject({ warung_id: id, before: z.optional(cursor), limit: pageLimit }),
  output: z.array(feedPost),
  errors: ['warung_not_found'],
});

/** One's own stall, with what only its cook sees. `address` and `bio` are as stored, empty when there is none. */
const myWarung = z.strictObject({
  ...warung.shape,
  /** Whether the stall closes at 04.00 unless the cook confirms in the evening that it is open. */
  closes_nightly: z.boolean(),
  version: z.int(),
});
export type MyWarung = z.infer<typeof myWarung>;

/** One's own stall; null when there is none. */
export const get_my_warung = call({
  access: 'seller',
  writes: false,
  input: z.strictObject({}),
  output: z.nullable(myWarung),
  errors: [],
});

/** The addresses of one's own stall, for print and for messages; they start with PUBLIC_URL. */
export const get_my_warung_links = call({
  access: 'seller',
  writes: false,
  input: z.strictObject({}),
  output: z.strictObject({
    /** The address for links and QR codes. */
    url: z.string(),
    /** The address for people who type it. */
    short_url: z.string(),
  }),
  errors: ['warung_not_found'],
});

/**
 * Changes one's own stall. Refused with `version_conflict` and the current stall when it was changed after the
 * version that the client has.
 */
export const update_my_warung = call({
  access: 'seller',
  writes: true,
  input: z.strictObject({
    name: properName('Nama warung'),
    bio: z._default(text(limits.bio, { name: 'Deskripsi' }), ''),
    address: z._default(line(limits.address, { name: 'Alamat' }), ''),
    phone_number: z._default(phone, ''),
    whatsapp_number: z._default(whatsappNumber, ''),
    closes_nightly: z.boolean(),
    version: z.int(),
  }),
  output: myWarung,
  errors: ['warung_not_found', 'name_mixed', 'name_reserved', 'version_conflict'],
});

/** Sets the photo uploaded as avatars/<own id>/warung_avatar.webp as the stall's. */
export const update_warung_avatar = call({
  access: 'seller',
  writes: true,
  input: z.strictObject({ path: storedPath }),
  output: z.strictObject({ avatar_url: z.string() }),
  errors: ['warung_not_found', 'file_not_found', 'file_not_yours'],
});

/**
 * Opens or closes one's own stall; opening also confirms that it is open. A choice that is older than the one the
 * server knows changes nothing.
 */
export const set_warung_open = call({
  access: 'seller',
  writes: true,
  input: z.strictObject({ is_open: z.boolean(), age_ms: ageMs }),
  output: z.strictObject({ is_open: z.boolean(), confirmed_at: z.nullable(moment) }),
  errors: ['warung_not_found'],
});
