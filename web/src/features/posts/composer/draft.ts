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
  | { do: 'open'; draft: Draft }
  /** The server has a post with this id and other content, or had one that was deleted. */
  | { do: 'renewId' }
  | { do: 'type'; texts: DraftTexts }
  | { do: 'add'; photos: { id: string; file: Blob }[] }
  | { do: 'prepared'; id: string; file: Blob }
  | { do: 'work'; id: string; work: PhotoWork }
  | { do: 'move'; id: string; to: number }
  | { do: 'remove'; id: string }
  /** The network is back. */
  | { do: 'retryOffline' }
  /** The server has removed the uploaded files, which no post used. */
  | { do: 'uploadAgain' };

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
  if (change.do === 'open') return change.draft;
  if (!draft) return null;
  if (change.do === 'renewId') return { ...draft, id: newId() };
  if (change.do === 'type') return { ...draft, texts: change.texts };
  return { ...draft, photos: changePhotos(draft.photos, change) };
}

function changePhotos(
  photos: DraftPhoto[],
  change: Exclude<DraftChange, { do: 'open' } | { do: 'type' } | { do: 'renewId' }>,
): DraftPhoto[] {
  switch (change.do) {
    case 'add': {
      const added = change.photos.map((photo): DraftPhoto => ({ ...photo, work: { at: 'preparing' } }));
      return [...photos, ...added].slice(0, limits.photosPerPost);
    }
    case 'prepared':
      return edit(photos, change.id, () => ({ file: change.file, work: { at: 'waiting' } }));
    case 'work':
      return edit(photos, change.id, () => ({ work: change.work }));
    case 'move': {
      const moved = photos.find(({ id }) => id === change.id);
      return moved ? photos.filter((photo) => photo !== moved).toSpliced(change.to, 0, moved) : photos;
    }
    case 'remove':
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
