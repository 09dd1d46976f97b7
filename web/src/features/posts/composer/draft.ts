import { limits } from '@lapau/contract/limits';
import { newId } from '../../../lib/new-id.ts';
import { postSchemas } from './post-schema.ts';
import type { PostField } from './post-schema.ts';

/** The typed fields of both kinds of post. */
export type DraftTexts = Record<PostField, string>;

/** When a failed upload is retried: when the browser is online again, when the person asks, or never, as the file is refused. */
export type Retry = 'online' | 'manual' | 'never';

/** The state of a photo: prepared, then uploaded. */
export type PhotoWork =
  /** As it was chosen; it is made smaller next. */
  | { at: 'preparing' }
  | { at: 'waiting' }
  | { at: 'uploading'; sent: number }
  /** The person cancelled the upload. */
  | { at: 'stopped' }
  | { at: 'failed'; reason: string; retry: Retry }
  /** `path` is its name in the bucket; `since` in milliseconds since 1970. */
  | { at: 'uploaded'; path: string; since: number };

export type DraftPhoto = {
  id: string;
  /** As chosen while preparing, then as it is uploaded. */
  file: Blob;
  work: PhotoWork;
};

/** A post that is not sent yet. The first photo is the cover (D18). */
export type Draft = {
  /** Becomes the post's id: one draft is one post, however often it is sent (D59). */
  id: string;
  texts: DraftTexts;
  photos: DraftPhoto[];
};

export type DraftChange =
  | { type: 'open'; draft: Draft }
  /** The server has a post with this id and other content, or had one that was deleted. */
  | { type: 'renewId' }
  | { type: 'setTexts'; texts: DraftTexts }
  | { type: 'addPhotos'; photos: { id: string; file: Blob }[] }
  | { type: 'setFile'; id: string; file: Blob }
  | { type: 'setWork'; id: string; work: PhotoWork }
  | { type: 'movePhoto'; id: string; to: number }
  | { type: 'removePhoto'; id: string }
  /** The network is back. */
  | { type: 'retryOffline' }
  /** The server has removed the uploaded files, which no post used. */
  | { type: 'uploadAgain' };

const fields = Object.values(postSchemas).flatMap((schema) => Object.keys(schema.shape));

export const blankDraft = (): Draft => ({
  id: newId(),
  texts: Object.fromEntries(fields.map((field) => [field, ''])) as DraftTexts,
  photos: [],
});

export const isBlank = ({ texts, photos }: Draft): boolean =>
  photos.length === 0 && Object.values(texts).every((text: string) => text.trim() === '');

/** The reducer of a draft. Until a draft is opened, it ignores every other change. */
export function changeDraft(draft: Draft | null, change: DraftChange): Draft | null {
  if (change.type === 'open') return change.draft;
  if (!draft) return null;
  if (change.type === 'renewId') return { ...draft, id: newId() };
  if (change.type === 'setTexts') return { ...draft, texts: change.texts };
  return { ...draft, photos: changePhotos(draft.photos, change) };
}

function changePhotos(
  photos: DraftPhoto[],
  change: Exclude<DraftChange, { type: 'open' } | { type: 'setTexts' } | { type: 'renewId' }>,
): DraftPhoto[] {
  switch (change.type) {
    case 'addPhotos': {
      const added = change.photos.map((photo): DraftPhoto => ({ ...photo, work: { at: 'preparing' } }));
      return [...photos, ...added].slice(0, limits.photosPerPost);
    }
    case 'setFile':
      return edit(photos, change.id, () => ({ file: change.file, work: { at: 'waiting' } }));
    case 'setWork':
      return edit(photos, change.id, () => ({ work: change.work }));
    case 'movePhoto': {
      const moved = photos.find(({ id }) => id === change.id);
      return moved ? photos.filter((photo) => photo !== moved).toSpliced(change.to, 0, moved) : photos;
    }
    case 'removePhoto':
      return photos.filter(({ id }) => id !== change.id);
    case 'retryOffline':
      return photos.map((photo) =>
        photo.work.at === 'failed' && photo.work.retry === 'online' ? { ...photo, work: { at: 'waiting' } } : photo,
      );
    case 'uploadAgain':
      return photos.map((photo) => (photo.work.at === 'uploaded' ? { ...photo, work: { at: 'waiting' } } : photo));
  }
}

const edit = (photos: DraftPhoto[], id: string, change: () => Partial<DraftPhoto>): DraftPhoto[] =>
  photos.map((photo) => (photo.id === id ? { ...photo, ...change() } : photo));
