import { limits } from '@lapau/contract/limits';
import type { MyPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { newId } from '../../../lib/device/new-id.ts';
import { changePhotos } from '../../../lib/drafts/draft-photos.ts';
import type { DraftPhoto, PhotoChange } from '../../../lib/drafts/draft-photos.ts';
import { compareVersions, pickFields } from '../../../lib/forms/version-differences.ts';
import type { Difference } from '../../../lib/forms/version-differences.ts';
import type { NewPost } from '../api-composer.ts';
import { postFields, postLabels } from './post-schema.ts';
import type { PostField } from './post-schema.ts';

/** The typed fields of both kinds of post. */
export type DraftTexts = Record<PostField, string>;

/** A post, or a change of one, that is not sent yet. The first photo is the cover. */
export type Draft = {
  /** Becomes the post's id: one draft is one post, however often it is sent. */
  id: string;
  texts: DraftTexts;
  photos: DraftPhoto[];
  /** Whether the dish is available, if the form changes that. */
  isOpen?: boolean | undefined;
  /** The post that is edited, as it was when the change began. */
  seen?: MyPost | undefined;
};

export type DraftChange =
  | { type: 'open'; draft: Draft }
  /** The server has a post with this id and other content, or had one that was deleted. */
  | { type: 'renewId' }
  | { type: 'setTexts'; texts: DraftTexts }
  | { type: 'setOpen'; isOpen: boolean | undefined }
  | { type: 'addPhotos'; photos: { id: string; file: Blob }[] }
  | { type: 'movePhoto'; id: string; to: number }
  | PhotoChange;

const textsOf = (post: Partial<Record<PostField, string | null>>): DraftTexts =>
  Object.fromEntries(postFields.map((field) => [field, post[field] ?? ''])) as DraftTexts;

export const blankDraft = (): Draft => ({ id: newId(), texts: textsOf({}), photos: [] });

/** The uploaded photos, as calls take them. */
export const imagesOf = ({ photos }: Draft): string[] =>
  photos.flatMap(({ work }) => (work.status === 'uploaded' || work.status === 'stored' ? work.path : []));

/** A draft, whose photos are uploaded, as it is sent. */
export const newPostOf = (draft: Draft): NewPost => ({
  ...draft.texts,
  id: draft.id,
  images: imagesOf(draft),
  is_open: draft.isOpen,
  seen: draft.seen?.version,
});

/** A post as the draft of its change before anything is changed. */
export const draftOfPost = (post: MyPost): Draft => ({
  id: post.id,
  texts: textsOf(post),
  photos: post.images.map((path) => ({ id: path, file: null, work: { status: 'stored', path } })),
  seen: post,
});

const photoIds = ({ photos }: Draft) => photos.map(({ id }) => id).join();
const contentOf = (draft: Draft) =>
  JSON.stringify([postFields.map((field) => draft.texts[field].trim()), photoIds(draft), draft.isOpen]);

/** Whether two drafts have the same texts and photos. */
export const hasSameContent = (draft: Draft, other: Draft): boolean => contentOf(draft) === contentOf(other);

const labels = { ...postLabels, photos: 'Foto' };
const shown = ({ texts, photos }: Pick<Draft, 'texts' | 'photos'>) => ({
  ...texts,
  price: formatPrice(texts.price),
  photos: photos.flatMap(({ work }) => ('path' in work ? `/storage/posts/${work.path}` : [])),
});

/** Merges a draft with the post as another phone has stored it meanwhile. */
export type DraftMerge = {
  /** The fields that both phones have changed; all others are as wanted by who changed them. Availability has only two values. */
  differences: Difference[];
  /** The draft with one's own version of the differences. */
  mine: Draft;
  /** The draft with the other phone's version of the differences. */
  theirs: Draft;
};

/** Merges a draft, whose photos are uploaded, with the post as it is stored now. */
export function mergeDraft(draft: Draft, post: MyPost): DraftMerge {
  // The person is asked about all of a draft that does not know how it began.
  const base = draft.seen ? draftOfPost(draft.seen) : blankDraft();
  const stored = draftOfPost(post);
  const isGone = ({ work }: DraftPhoto) => work.status === 'stored' && !post.images.includes(work.path);
  const kept = { ...draft, photos: draft.photos.filter((photo) => !isGone(photo)) };
  const isTouched = photoIds(draft) !== photoIds(base);
  const { taken, disputed, differences } = compareVersions(labels, {
    base: shown(base),
    mine: shown(isTouched ? kept : { ...draft, photos: base.photos }),
    theirs: shown(stored),
  });
  const take = (names: string[]): Draft => ({
    ...kept,
    seen: post,
    texts: { ...draft.texts, ...pickFields(stored.texts, names) },
    photos: names.includes('photos') ? stored.photos : kept.photos,
  });
  return { differences, mine: take(taken), theirs: take([...taken, ...disputed]) };
}

/** The reducer of a draft. Until a draft is opened, it ignores every other change. */
export function changeDraft(draft: Draft | null, change: DraftChange): Draft | null {
  if (change.type === 'open') return change.draft;
  if (!draft) return null;
  if (change.type === 'renewId') return { ...draft, id: newId() };
  if (change.type === 'setTexts') return { ...draft, texts: change.texts };
  if (change.type === 'setOpen') return { ...draft, isOpen: change.isOpen };
  return { ...draft, photos: changePhotoList(draft.photos, change) };
}

function changePhotoList(
  photos: DraftPhoto[],
  change: Extract<DraftChange, { type: 'addPhotos' | 'movePhoto' }> | PhotoChange,
): DraftPhoto[] {
  if (change.type === 'addPhotos') {
    const added = change.photos.map((photo): DraftPhoto => ({ ...photo, work: { status: 'preparing' } }));
    return [...photos, ...added].slice(0, limits.photosPerPost);
  }
  if (change.type !== 'movePhoto') return changePhotos(photos, change);
  const moved = photos.find(({ id }) => id === change.id);
  const others = photos.filter((photo) => photo !== moved);
  return moved ? [...others.slice(0, change.to), moved, ...others.slice(change.to)] : photos;
}
