import * as z from 'zod/mini';
import { call } from './call.ts';
import { decidedVersion, decision, reasonFields } from './decisions.ts';
import { limits } from './limits.ts';
import { openEnum } from './open-enum.ts';
import { requiredCity, requiredKecamatan, requiredNagari, requiredProvince } from './places.ts';
import {
  cursor,
  id,
  moment,
  newId,
  pageLimit,
  properName,
  requiredLine,
  requiredPhone,
  storedPath,
  text,
} from './text.ts';

export const applicationStatuses = ['pending', 'rejected', 'approved'] as const;

/** The message for all fields together when one is missing. */
export const missingInApplication = 'Harap isi semua field yang wajib diisi.';

const fields = {
  warung_name: properName('Nama warung'),
  warung_description: z._default(text(limits.bio, { name: 'Deskripsi' }), ''),
  phone_number: requiredPhone,
  street: requiredLine(limits.addressPart, { name: 'Jorong atau jalan' }),
  nagari: requiredNagari,
  kecamatan: requiredKecamatan,
  city: requiredCity,
  province: requiredProvince,
  /** Uploaded as avatars/<own id>/warung_avatar.webp. */
  warung_avatar_url: storedPath,
  /** Uploaded to posts/<own id>/. */
  sample_menu_image_url: storedPath,
};
export type ApplicationField = keyof typeof fields;
export const applicationFields = Object.keys(fields) as [ApplicationField, ...ApplicationField[]];

const stored = {
  id,
  warung_name: z.string(),
  warung_description: z.string(),
  /** This and the next field are public URLs. */
  warung_avatar_url: z.string(),
  sample_menu_image_url: z.string(),
  phone_number: z.string(),
  /** The address, composed of its parts: 'street, Nagari X, Kec. Y, city, province'. */
  address: z.string(),
  created_at: moment,
};

/** One's own application, with the parts of its address as they were typed. */
const ownApplication = z.strictObject({
  ...stored,
  street: z.string(),
  nagari: z.string(),
  kecamatan: z.string(),
  city: z.string(),
  province: z.string(),
  status: openEnum(applicationStatuses),
  decided_at: z.nullable(moment),
  /** Why the application was rejected and which field to change, if the admin said so. */
  rejection_reason: z.string(),
  rejection_field: z.nullable(openEnum(applicationFields)),
});
export type OwnApplication = z.infer<typeof ownApplication>;

/** Applies to become a seller; once, however often it is sent. The kecamatan must be an allowed one. */
export const submit_application = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ id: newId, ...fields }),
  output: z.strictObject({ id }),
  errors: [
    'outside_area_seller',
    'application_pending',
    'already_seller',
    'name_mixed',
    'name_reserved',
    'id_conflict',
    'already_deleted',
    'file_not_found',
    'file_not_yours',
  ],
});

/** One's own latest application, which decides what the profile shows; null when there is none. */
export const get_my_application = call({
  access: 'member',
  writes: false,
  input: z.strictObject({}),
  output: z.nullable(ownApplication),
  errors: [],
});

const pendingApplication = z.strictObject({
  ...stored,
  user_id: id,
  /** The applicant's name and e-mail. */
  full_name: z.string(),
  email: z.string(),
  is_suspended: z.boolean(),
  version: z.int(),
  /** Whether the application is that of the admin who asks: somebody else decides. */
  is_own: z.boolean(),
});
export type PendingApplication = z.infer<typeof pendingApplication>;

/** Applications that wait for a decision, newest first, or the longest waiting first; `before` is the last of the page before. */
export const get_pending_applications = call({
  access: 'admin',
  writes: false,
  input: z.strictObject({
    before: z.optional(cursor),
    limit: pageLimit,
    oldest_first: z._default(z.boolean(), false),
  }),
  output: z.array(pendingApplication),
  errors: [],
});

const decided = z.strictObject({ status: openEnum(['approved', 'rejected']), decision });

/**
 * Makes the applicant a seller with a stall, which is closed at first. It can be undone while the stall has no dish yet. It is refused
 * while an earlier stall waits to be deleted, which takes about as long as that deletion can be undone.
 */
export const approve_seller_application = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ application_id: id, version: decidedVersion }),
  output: decided,
  errors: [
    'application_not_found',
    'applicant_suspended',
    'already_decided',
    'own_case',
    'stall_being_deleted',
    'person_being_deleted',
  ],
});

/** Rejects an application; the applicant reads why and which field to change, and may apply again. */
export const reject_seller_application = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({
    application_id: id,
    ...reasonFields,
    field: z.optional(z.enum(applicationFields, { error: 'Bukan isian pengajuan.' })),
    version: decidedVersion,
  }),
  output: decided,
  errors: ['application_not_found', 'already_decided', 'own_case'],
});
