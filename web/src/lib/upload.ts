import { answeredError, networkError } from './api-error.ts';

/** A stored photo: `path` is its name in the bucket, as calls want it; `url` shows it; `placeholder` is its ThumbHash, base64. */
export interface Uploaded {
  path: string;
  url: string;
  placeholder: string;
}

interface UploadOptions {
  /** Called with how much has been sent, from 0 to 1. */
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a file to `/storage/<bucket>/<path>`. Sending the same file to the same path again is harmless, so a retry is
 * a second call.
 * @throws ApiError; an aborted upload rejects with its signal's reason
 */
export function upload(
  bucket: 'avatars' | 'posts',
  path: string,
  file: Blob,
  { onProgress, signal }: UploadOptions = {},
): Promise<Uploaded> {
  // fetch cannot tell how much of a body has been sent.
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  return new Promise<Uploaded>((resolve, reject: (reason: unknown) => void) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onabort = () => reject(signal?.reason);
    request.onerror = () => reject(networkError());
    request.ontimeout = request.onerror;
    request.onload = () => {
      const answer: unknown = request.response;
      if (request.status !== 200) reject(answeredError(request.status, answer));
      else if (answer === null) reject(networkError());
      else resolve(answer as Uploaded);
    };
    request.open('POST', `/storage/${bucket}/${path}`);
    request.responseType = 'json';
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.send(file);
  }).finally(() => signal?.removeEventListener('abort', abort));
}
