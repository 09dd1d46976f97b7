import { photoHeader } from '@lapau/contract/protocol';
import { ApiError, Cancelled, errorOfResponse, isNetworkError, networkError } from '../calls/api-error.ts';
import { accountHeaders, post } from '../calls/api.ts';
import { noteAnswer } from '../network/follow-network.ts';
import { countUpload } from '../network/page-release.ts';
import { noteFailedNetwork } from '../network/signal.ts';
import { isReadable, unreadablePhoto } from './chosen-file.ts';

/** A stored photo: `path` is its name in the bucket, as calls take it; `url` shows it; `placeholder` is its ThumbHash, base64. */
export type Uploaded = {
  path: string;
  url: string;
  placeholder: string;
};

/** How long an upload may stand still, and how long the server may take once it has all of it. */
const stillMs = 30_000;
const answerMs = 120_000;

const refusals = new Set<string>([
  'upload_too_large',
  'too_many_pixels',
  'not_an_image',
  'broken_image',
  'picture_too_costly',
]);

/** Whether an upload failed for the photo's own sake: sent again, it would fail again. */
export const isRefusedPhoto = (error: unknown): boolean => error instanceof ApiError && refusals.has(error.code);

type UploadOptions = {
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
  /** The person whose photo it is, if somebody else may have signed in since it was chosen. */
  account?: string;
  /** The name of a dish's photo, by an id of its own, so that it is stored once. */
  photo?: string;
};

/**
 * Stores a photo. A retry is a second call: files that no row refers to are removed by the server. A file that cannot be read any more
 * is `broken_image`, as no retry can send it.
 * @param folder `posts/<owner's id>`, `avatars/<owner's id>/<name>`, …: a path below /storage
 * @throws ApiError, also when nothing moves any more; Cancelled when it is aborted
 */
export function upload(
  folder: string,
  file: Blob,
  { onProgress, signal, account, photo }: UploadOptions = {},
): Promise<Uploaded> {
  // fetch does not report upload progress.
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const uploaded = new Promise<Uploaded>((resolve, reject: (reason: unknown) => void) => {
    if (signal?.aborted) throw new Cancelled();
    signal?.addEventListener('abort', abort);
    const giveUpAfter = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(networkError());
        abort();
      }, ms);
    };
    giveUpAfter(stillMs);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      giveUpAfter(loaded < total ? stillMs : answerMs);
      onProgress?.(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('abort', () => reject(signal?.aborted ? new Cancelled() : networkError()));
    request.addEventListener('error', () => {
      void isReadable(file).then((isThere) => {
        if (!isThere) return reject(new ApiError('broken_image', 422, unreadablePhoto));
        noteFailedNetwork();
        reject(networkError());
      });
    });
    request.addEventListener('load', () => {
      noteAnswer();
      const answer: unknown = request.response;
      if (request.status >= 300) {
        const retryAfter = request.getResponseHeader('retry-after');
        reject(
          errorOfResponse(
            request.status,
            answer,
            new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter }),
          ),
        );
      }
      // An incomplete body means that the connection broke.
      else if (answer === null) reject(networkError());
      else resolve(answer as Uploaded);
    });
    request.open('POST', `/storage/${folder}`);
    request.responseType = 'json';
    // The server detects the type from the bytes and ignores the device's guess.
    request.setRequestHeader('content-type', 'application/octet-stream');
    for (const [name, value] of Object.entries(accountHeaders(account))) request.setRequestHeader(name, value);
    if (photo !== undefined) request.setRequestHeader(photoHeader, photo);
    request.send(file);
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  });
  return countUpload(uploaded);
}

const underWay = new Map<string, Promise<StoredPhoto>>();
/** Photos whose upload this page has begun. */
const tried = new Set<string>();

type StoredPhoto = Pick<Uploaded, 'path'>;
type PhotoOptions = UploadOptions & {
  photo: string;
  /** Whether an earlier page may have uploaded the photo. */
  isTried?: boolean;
};

/**
 * Stores a photo of a dish once: joins an upload of it that another part of the page has begun. If an upload was begun before, the photo is
 * sent only if the server does not have it.
 * @param folder `posts/<owner's id>`
 */
export function uploadPhoto(folder: string, file: Blob, options: PhotoOptions): Promise<StoredPhoto> {
  const { photo, isTried } = options;
  const begun = underWay.get(photo);
  if (begun) return begun;
  const mayBeThere = isTried || tried.has(photo);
  tried.add(photo);
  const send = () => upload(folder, file, options);
  const own = (mayBeThere ? findStored(folder, options).then((found) => found ?? send()) : send()).finally(() =>
    underWay.delete(photo),
  );
  underWay.set(photo, own);
  return own;
}

async function findStored(folder: string, { photo, signal, account }: PhotoOptions): Promise<StoredPhoto | undefined> {
  try {
    const path = `/storage/uploaded/${folder.replace('posts/', '')}/${photo}`;
    const found = await post(path, {}, { signal, ...(account !== undefined && { account }) });
    const { path: stored } = found as { path: string | null };
    return stored === null ? undefined : { path: stored };
  } catch (error) {
    // The upload itself is told any other refusal of the server, too.
    if (error instanceof ApiError && !isNetworkError(error)) return undefined;
    throw error;
  }
}
