import { draftVersion, isRecord, mergeTexts, ofThisVersion } from '../../../lib/stored-draft.ts';
import { blankDraft } from './draft.ts';
import type { Draft, DraftPhoto, PhotoWork } from './draft.ts';

/** How long an unused upload counts as stored on the server, which removes it after 24 hours (D48). */
const uploadValidMs = 12 * 60 * 60_000;

type StoredPhoto = Pick<DraftPhoto, 'id' | 'work'>;

/** A draft on the device. The photos' files are stored under keys of their own. */
export type StoredDraft = Omit<Draft, 'photos'> & { version: number; photos: StoredPhoto[] };

export const toStoredDraft = ({ id, texts, photos, seen }: Draft): StoredDraft => ({
  version: draftVersion,
  id,
  texts,
  seen,
  // Without the progress, which would cause a write at each step.
  photos: photos.map(({ id, work }) => ({ id, work: work.at === 'uploading' ? { at: 'waiting' } : work })),
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
  const photos = Array.isArray(draft.photos) ? draft.photos.filter(isRecord) : [];
  return {
    id: typeof draft.id === 'string' ? draft.id : blank.id,
    texts: mergeTexts(blank.texts, draft.texts),
    ...(typeof draft.seen === 'number' && { seen: draft.seen }),
    photos: photos.flatMap(({ id, work }) => (typeof id === 'string' ? { id, work: restoreWork(work, now) } : [])),
  };
}

/** Uploads a photo again unless its stored state is still valid. */
function restoreWork(stored: unknown, now: number): PhotoWork {
  if (!isRecord(stored)) return { at: 'waiting' };
  const { at, path, since, reason, retry } = stored;
  if (at === 'preparing') return { at };
  if (at === 'stored' && typeof path === 'string') return { at, path };
  if (at === 'failed' && retry === 'never' && typeof reason === 'string') return { at, reason, retry };
  const isValid = typeof path === 'string' && typeof since === 'number' && now - since < uploadValidMs;
  return at === 'uploaded' && isValid ? { at, path, since } : { at: 'waiting' };
}
