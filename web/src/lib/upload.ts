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
 * Stores a photo. A retry is a second call: what no row names is removed by the server.
 * @param folder `posts/<owner's id>`, `avatars/<owner's id>/<name>`, …: a path below /storage
 * @throws ApiError; an aborted upload rejects with an AbortError
 */
export function upload(folder: string, file: Blob, { onProgress, signal }: UploadOptions = {}): Promise<Uploaded> {
  // fetch cannot tell how much of a body has been sent.
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  return new Promise<Uploaded>((resolve, reject: (reason: unknown) => void) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener('abort', () => reject(new DOMException('The upload was aborted.', 'AbortError')));
    request.addEventListener('error', () => reject(networkError()));
    request.addEventListener('load', () => {
      const answer: unknown = request.response;
      if (request.status >= 300) reject(answeredError(request.status, answer));
      // A success cut off on the way is no success.
      else if (answer === null) reject(networkError());
      else resolve(answer as Uploaded);
    });
    request.open('POST', `/storage/${folder}`);
    request.responseType = 'json';
    // The server decides by the bytes; what the device thinks of the file does not matter.
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(file);
  }).finally(() => signal?.removeEventListener('abort', abort));
}
