import { accountHeaders } from './api.ts';
import { errorOfResponse, networkError } from './api-error.ts';
import { noteAnswer, noteFailedNetwork } from './follow-network.ts';
import { countUpload } from './page-release.ts';

/** A stored photo: `path` is its name in the bucket, as calls take it; `url` shows it; `placeholder` is its ThumbHash, base64. */
export type Uploaded = {
  path: string;
  url: string;
  placeholder: string;
};

/** How long an upload may stand still, and how long the server may take once it has all of it. */
const stillMs = 30_000;
const answerMs = 120_000;

type UploadOptions = {
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
  /** Whose photo it is, where somebody else may have signed in since it was chosen. */
  account?: string;
};

/**
 * Stores a photo. A retry is a second call: files that no row refers to are removed by the server.
 * @param folder `posts/<owner's id>`, `avatars/<owner's id>/<name>`, …: a path below /storage
 * @throws ApiError, also when nothing moves any more; an aborted upload rejects with an AbortError
 */
export function upload(
  folder: string,
  file: Blob,
  { onProgress, signal, account }: UploadOptions = {},
): Promise<Uploaded> {
  // fetch does not report upload progress.
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const uploaded = new Promise<Uploaded>((resolve, reject: (reason: unknown) => void) => {
    signal?.throwIfAborted();
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
    request.addEventListener('abort', () => reject(new DOMException('The upload was aborted.', 'AbortError')));
    request.addEventListener('error', () => {
      noteFailedNetwork();
      reject(networkError());
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
      // An incomplete body: the connection broke.
      else if (answer === null) reject(networkError());
      else resolve(answer as Uploaded);
    });
    request.open('POST', `/storage/${folder}`);
    request.responseType = 'json';
    // The server detects the type from the bytes and ignores the device's guess.
    request.setRequestHeader('content-type', 'application/octet-stream');
    for (const [name, value] of Object.entries(accountHeaders(account))) request.setRequestHeader(name, value);
    request.send(file);
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  });
  return countUpload(uploaded);
}

const underWay = new WeakMap<Blob, Promise<Uploaded>>();

/** The same, but joins the upload of the same file that another part of the page has begun. */
export function joinUpload(folder: string, file: Blob, options: UploadOptions = {}): Promise<Uploaded> {
  const begun = underWay.get(file);
  if (begun) return begun;
  const own = upload(folder, file, options).finally(() => underWay.delete(file));
  underWay.set(file, own);
  return own;
}
