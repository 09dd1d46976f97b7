import { limits } from '@lapau/contract/limits';
import type { MyPost } from '@lapau/contract/posts';
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
  | { at: 'uploaded'; path: string; since: number }
  /** The post that is edited has it already. */
  | { at: 'stored'; path: string };

export type DraftPhoto = {
  id: string;
  /** As chosen while preparing, then as it is uploaded; null when it is stored. */
  file: Blob | null;
  work: PhotoWork;
};

/** A post, or a change of one, that is not sent yet. The first photo is the cover (D18). */
export type Draft = {
  /** Becomes the post's id: one draft is one post, however often it is sent (D59). */
  id: string;
  texts: DraftTexts;
  photos: DraftPhoto[];
  /** The version of the post that is edited (D70). */
  seen?: number | undefined;
};

export type DraftChange =
  | { type: 'open'; draft: Draft }
  /** The server has a post with this id and other content, or had one that was deleted. */
  | { type: 'renewId' }
  /** The person keeps what is typed over the post as another phone has stored it; photos deleted there are gone. */
  | { type: 'keepOver'; post: MyPost }
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

/** A post as the draft of its change before anything is changed. */
export const draftOfPost = (post: MyPost): Draft => ({
  id: post.id,
  texts: {
    ...blankDraft().texts,
    food_name: post.food_name,
    price: post.price,
    description: post.description,
    link_url: post.link_url ?? '',
  },
  photos: post.images.map((path) => ({ id: path, file: null, work: { at: 'stored', path } })),
  seen: post.version,
});

const contentOf = ({ texts, photos }: Draft) =>
  JSON.stringify([fields.map((field) => texts[field as PostField].trim()), photos.map(({ id }) => id)]);

/** Whether two drafts have the same texts and photos. */
export const hasSameContent = (draft: Draft, other: Draft): boolean => contentOf(draft) === contentOf(other);

/** The reducer of a draft. Until a draft is opened, it ignores every other change. */
export function changeDraft(draft: Draft | null, change: DraftChange): Draft | null {
  if (change.type === 'open') return change.draft;
  if (!draft) return null;
  if (change.type === 'renewId') return { ...draft, id: newId() };
  if (change.type === 'keepOver') {
    const isGone = ({ work }: DraftPhoto) => work.at === 'stored' && !change.post.images.includes(work.path);
    return { ...draft, seen: change.post.version, photos: draft.photos.filter((photo) => !isGone(photo)) };
  }
  if (change.type === 'setTexts') return { ...draft, texts: change.texts };
  return { ...draft, photos: changePhotos(draft.photos, change) };
}

function changePhotos(
  photos: DraftPhoto[],
  change: Exclude<DraftChange, { type: 'open' | 'keepOver' | 'setTexts' | 'renewId' }>,
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
