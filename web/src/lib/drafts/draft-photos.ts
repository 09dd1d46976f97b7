import { isBeyondNow } from '../device/noted-time.ts';
import { isRecord } from './stored-draft.ts';

/** When a failed upload is retried: when the browser is online again, when the person asks, or never, as the file is refused. */
export type Retry = 'online' | 'manual' | 'never';

/** The state of a photo: prepared, then uploaded. */
export type PhotoWork =
  /** The photo is as it was chosen, and is made smaller next. */
  | { status: 'preparing' }
  /** `isTried` means that the photo was read from the device, and that an earlier page may have uploaded it. */
  | { status: 'waiting'; isTried?: true }
  | { status: 'uploading'; sent: number }
  /** The person cancelled the upload. */
  | { status: 'stopped' }
  | { status: 'failed'; reason: string; retry: Retry }
  /** `path` is its name in the bucket; `since` in milliseconds since 1970. */
  | { status: 'uploaded'; path: string; since: number }
  /** The edited thing has the photo already. */
  | { status: 'stored'; path: string };

/** A photo of a draft. */
export type DraftPhoto = {
  id: string;
  /** The file as chosen while preparing, then as it is uploaded; null when it is stored. */
  file: Blob | null;
  work: PhotoWork;
};

export type PhotoChange =
  | { type: 'setFile'; id: string; file: Blob }
  | { type: 'setWork'; id: string; work: PhotoWork }
  | { type: 'removePhoto'; id: string }
  /** The network is back. */
  | { type: 'retryOffline' }
  /** The server has removed the uploaded files, which nothing used. */
  | { type: 'uploadAgain' };

export function changePhotos(photos: DraftPhoto[], change: PhotoChange): DraftPhoto[] {
  switch (change.type) {
    case 'setFile':
      return edit(photos, change.id, () => ({ file: change.file, work: { status: 'waiting' } }));
    case 'setWork':
      return edit(photos, change.id, () => ({ work: change.work }));
    case 'removePhoto':
      return photos.filter(({ id }) => id !== change.id);
    case 'retryOffline':
      return photos.map((photo) =>
        photo.work.status === 'failed' && photo.work.retry === 'online'
          ? { ...photo, work: { status: 'waiting' } }
          : photo,
      );
    case 'uploadAgain':
      return photos.map((photo) =>
        photo.work.status === 'uploaded' ? { ...photo, work: { status: 'waiting' } } : photo,
      );
  }
}

const edit = (photos: DraftPhoto[], id: string, change: () => Partial<DraftPhoto>): DraftPhoto[] =>
  photos.map((photo) => (photo.id === id ? { ...photo, ...change() } : photo));

export const isFailed = ({ work }: DraftPhoto): boolean => work.status === 'failed' || work.status === 'stopped';

export const photoNotUploaded = 'Ada foto yang belum terunggah.';

/** A photo on the device. Its file is stored under a key of its own. */
export type StoredPhoto = Pick<DraftPhoto, 'id' | 'work'>;

/** The photos as they are stored: without the progress, which would cause a write at each step. */
export const toStoredPhotos = (photos: DraftPhoto[]): StoredPhoto[] =>
  photos.map(({ id, work }) => ({ id, work: work.status === 'uploading' ? { status: 'waiting' } : work }));

/** How long an unused upload counts as stored on the server, which removes it after three days. */
const uploadValidMs = 12 * 60 * 60_000;

/**
 * @param stored what was read; any version of the app may have written it
 * @param now in milliseconds since 1970
 */
export const restorePhotos = (stored: unknown, now: number): StoredPhoto[] =>
  (Array.isArray(stored) ? stored.filter(isRecord) : []).flatMap(({ id, work }) =>
    typeof id === 'string' ? { id, work: restoreWork(work, now) } : [],
  );

const isUploadValid = (since: unknown, now: number): since is number =>
  typeof since === 'number' && now - since < uploadValidMs && !isBeyondNow(since, now);

/** Uploads a photo again unless its stored state is still valid. */
function restoreWork(stored: unknown, now: number): PhotoWork {
  if (!isRecord(stored)) return { status: 'waiting', isTried: true };
  const { status, path, since, reason, retry } = stored;
  if (status === 'preparing') return { status };
  if (status === 'stored' && typeof path === 'string') return { status, path };
  if (status === 'failed' && retry === 'never' && typeof reason === 'string') return { status, reason, retry };
  const isStored = status === 'uploaded' && typeof path === 'string' && isUploadValid(since, now);
  return isStored ? { status, path, since } : { status: 'waiting', isTried: true };
}
