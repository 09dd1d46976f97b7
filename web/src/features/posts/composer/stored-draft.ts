import { myPost } from '@lapau/contract/posts';
import { restorePhotos, toStoredPhotos } from '../../../lib/drafts/draft-photos.ts';
import type { StoredPhoto } from '../../../lib/drafts/draft-photos.ts';
import { draftVersion, mergeTexts, ofThisVersion } from '../../../lib/drafts/stored-draft.ts';
import { blankDraft } from './draft.ts';
import type { Draft } from './draft.ts';

/** A draft on the device. */
type StoredDraft = Omit<Draft, 'photos'> & { version: number; photos: StoredPhoto[] };

export const toStoredDraft = ({ id, texts, photos, isOpen, seen }: Draft): StoredDraft => ({
  version: draftVersion,
  id,
  texts,
  isOpen,
  seen,
  photos: toStoredPhotos(photos),
});

/**
 * A stored draft, merged with a blank one: fields that it lacks are blank, fields that are unknown are left out.
 * @param stored what was read; any version of the app may have written it
 * @param now in milliseconds since 1970
 * @returns null if it is no draft of this version
 */
export function restoreDraft(stored: unknown, now: number): (Omit<Draft, 'photos'> & { photos: StoredPhoto[] }) | null {
  const draft = ofThisVersion(stored);
  if (!draft) return null;
  const blank = blankDraft();
  const seen = myPost.safeParse(draft.seen);
  return {
    id: typeof draft.id === 'string' ? draft.id : blank.id,
    texts: mergeTexts(blank.texts, draft.texts),
    ...(typeof draft.isOpen === 'boolean' && { isOpen: draft.isOpen }),
    ...(seen.success && { seen: seen.data }),
    photos: restorePhotos(draft.photos, now),
  };
}
