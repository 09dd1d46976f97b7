import { submit_application } from '@lapau/contract/applications';
import type { OwnApplication } from '@lapau/contract/applications';
import type { Profile } from '@lapau/contract/profile';
import * as z from 'zod/mini';
import { newId } from '../../../lib/device/new-id.ts';
import { changePhotos, restorePhotos, toStoredPhotos } from '../../../lib/drafts/draft-photos.ts';
import type { DraftPhoto, PhotoChange, StoredPhoto } from '../../../lib/drafts/draft-photos.ts';
import { draftVersion, mergeTexts, ofThisVersion } from '../../../lib/drafts/stored-draft.ts';
import type { Bucket } from '../../../lib/uploads/use-photo-address.ts';

/** The photos, by the field that names each. */
export const slots = ['warung_avatar_url', 'sample_menu_image_url'] as const;
export type Slot = (typeof slots)[number];

export const textSchema = z.omit(submit_application.input, {
  id: true,
  warung_avatar_url: true,
  sample_menu_image_url: true,
});
export type ApplicationTexts = Required<z.input<typeof textSchema>>;

/** An application that is not sent yet, with at most one photo for each slot. */
export type ApplicationDraft = {
  /** Becomes the application's id: one draft is one application, however often it is sent. */
  id: string;
  texts: ApplicationTexts;
  photos: DraftPhoto[];
};

export type ApplicationChange =
  | { type: 'open'; draft: ApplicationDraft }
  /** The server has an application with this id, but with other content. */
  | { type: 'renewId' }
  | { type: 'setTexts'; texts: ApplicationTexts }
  | { type: 'choosePhoto'; slot: Slot; file: Blob }
  | PhotoChange;

/** The reducer of a draft. Until a draft is opened, it ignores every other change. */
export function changeApplication(draft: ApplicationDraft | null, change: ApplicationChange): ApplicationDraft | null {
  if (change.type === 'open') return change.draft;
  if (!draft) return null;
  if (change.type === 'renewId') return { ...draft, id: newId() };
  if (change.type === 'setTexts') return { ...draft, texts: change.texts };
  if (change.type !== 'choosePhoto') return { ...draft, photos: changePhotos(draft.photos, change) };
  const others = draft.photos.filter((photo) => slotOf(photo) !== change.slot);
  // Each photo has a new id, so that aborting the upload of the replaced one does not abort it.
  const photo: DraftPhoto = { id: `${change.slot}:${newId()}`, file: change.file, work: { status: 'preparing' } };
  return { ...draft, photos: [...others, photo] };
}

/** The bucket in which the photo of a slot is stored. */
export const bucketOf = (slot: string | undefined): Bucket => (slot === 'warung_avatar_url' ? 'avatars' : 'posts');

export const slotOf = ({ id }: { id: string }): string | undefined => id.split(':')[0];

/** The first texts of the form: those of the rejected application, or else what the profile knows. */
export function prefilledTexts(profile: Profile, rejected: OwnApplication | undefined): ApplicationTexts {
  const { phone, address, nagari, kecamatan } = profile;
  const known: ApplicationTexts = {
    warung_name: '',
    warung_description: '',
    phone_number: phone,
    street: address,
    nagari,
    kecamatan,
    city: 'Lima Puluh Kota',
    province: 'Sumatera Barat',
  };
  if (!rejected) return known;
  const typed = Object.keys(known).map((field) => [field, rejected[field as keyof ApplicationTexts]]);
  return Object.fromEntries(typed) as ApplicationTexts;
}

export const toStoredApplication = ({ id, texts, photos }: ApplicationDraft) => ({
  version: draftVersion,
  id,
  texts,
  photos: toStoredPhotos(photos),
});

/**
 * A stored draft, merged with the first texts of the form; null if it is no draft of this version.
 * @param rejectedId the id of the rejected application. Its draft stays when the answer to it was lost, and then becomes a new draft.
 */
export function restoreApplication(
  stored: unknown,
  prefilled: ApplicationTexts,
  { now, rejectedId }: { now: number; rejectedId: string | undefined },
): { id: string; texts: ApplicationTexts; photos: StoredPhoto[] } | null {
  const draft = ofThisVersion(stored);
  if (!draft) return null;
  return {
    id: typeof draft.id === 'string' && draft.id !== rejectedId ? draft.id : newId(),
    texts: mergeTexts(prefilled, draft.texts),
    photos: restorePhotos(draft.photos, now),
  };
}
