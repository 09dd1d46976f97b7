import { blankDraft } from './draft.ts';
import type { Draft, DraftPhoto, PhotoWork } from './draft.ts';

/**
 * Raised when a field changes its meaning; adding or removing one needs no new version. A draft without a version counts
 * as version 1.
 */
const draftVersion = 1;

/** How long an unused upload counts as stored on the server, which removes it after 24 hours (D48). */
const uploadValidMs = 12 * 60 * 60_000;

type StoredPhoto = Pick<DraftPhoto, 'id' | 'work'>;

/** A draft on the device. The photos' files are stored under keys of their own. */
export type StoredDraft = Omit<Draft, 'photos'> & { version: number; photos: StoredPhoto[] };

export const toStoredDraft = ({ id, texts, photos }: Draft): StoredDraft => ({
  version: draftVersion,
  id,
  texts,
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
  if (!isRecord(stored) || (stored.version ?? draftVersion) !== draftVersion) return null;
  const blank = blankDraft();
  const photos = Array.isArray(stored.photos) ? stored.photos.filter(isRecord) : [];
  return {
    id: typeof stored.id === 'string' ? stored.id : blank.id,
    texts: mergeTexts(blank.texts, isRecord(stored.texts) ? stored.texts : {}),
    photos: photos.flatMap(({ id, work }) => (typeof id === 'string' ? { id, work: restoreWork(work, now) } : [])),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function mergeTexts<Texts extends Record<string, string>>(blank: Texts, stored: Record<string, unknown>): Texts {
  const known = Object.entries(stored).filter(([name, text]) => name in blank && typeof text === 'string');
  return { ...blank, ...Object.fromEntries(known) };
}

/** Uploads a photo again unless its stored state is still valid. */
function restoreWork(stored: unknown, now: number): PhotoWork {
  if (!isRecord(stored)) return { at: 'waiting' };
  const { at, path, since, reason, retry } = stored;
  if (at === 'preparing') return { at };
  if (at === 'failed' && retry === 'never' && typeof reason === 'string') return { at, reason, retry };
  const isValid = typeof path === 'string' && typeof since === 'number' && now - since < uploadValidMs;
  return at === 'uploaded' && isValid ? { at, path, since } : { at: 'waiting' };
}
