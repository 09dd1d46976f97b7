import { errors } from '@lapau/contract/errors';
import { limits } from '@lapau/contract/limits';
import { useEffect, useRef } from 'react';
import type { Dispatch } from 'react';
import { ApiError, Cancelled, codeOf } from '../calls/api-error.ts';
import { deviceStorage } from '../device/device-storage.ts';
import type { DraftPhoto, PhotoChange, PhotoWork, Retry } from '../drafts/draft-photos.ts';
import type { ChangeRequest } from '../outbox/kind.ts';
import { retryDelay, retryTransient } from '../query/query.ts';
import { useMember } from '../session/session.tsx';
import { shrinkPhoto } from './shrink-photo.ts';
import { isRefusedPhoto, upload, uploadPhoto } from './upload.ts';

/** How many photos go at the same time: decoding one from a phone takes some 50 MB of memory, and uploads share a slow connection. */
const concurrency = { preparing: 1, uploading: 2 };

type Stage = keyof typeof concurrency;

/** The next step of a photo, or undefined when it needs none. */
const stageOf = ({ status }: PhotoWork): Stage | undefined =>
  status === 'preparing' ? 'preparing' : status === 'waiting' || status === 'uploading' ? 'uploading' : undefined;

/**
 * Makes chosen photos smaller and uploads them, a few at a time. Photos may be added, moved and removed meanwhile.
 * @param folderOf the folder to which a photo is uploaded: `posts/<owner's id>`, …
 */
export function usePhotoUploads(
  photos: DraftPhoto[],
  folderOf: (photo: DraftPhoto) => string,
  change: Dispatch<PhotoChange>,
): void {
  const account = useMember().user.id;
  const running = useRef(new Map<string, { stage: Stage; controller: AbortController }>());

  useEffect(() => {
    for (const [id, { stage, controller }] of running.current) {
      const photo = photos.find((photo) => photo.id === id);
      if (photo && stageOf(photo.work) === stage) continue;
      controller.abort();
      running.current.delete(id);
    }
    for (const photo of photos) {
      const stage = stageOf(photo.work);
      const busy = [...running.current.values()].filter((run) => run.stage === stage).length;
      if (!stage || !photo.file || running.current.has(photo.id) || busy >= concurrency[stage]) continue;
      const controller = new AbortController();
      running.current.set(photo.id, { stage, controller });
      const { signal } = controller;
      const report = (next: PhotoChange) => signal.aborted || change(next);
      const isTried = photo.work.status === 'waiting' && photo.work.isTried === true;
      const chosen = { id: photo.id, file: photo.file, isTried };
      void (stage === 'preparing'
        ? prepare(chosen, report)
        : send(chosen, folderOf(photo), { signal, account }, report));
    }
  }, [photos, folderOf, change, account]);

  useEffect(() => {
    const runs = running.current;
    const retry = () => change({ type: 'retryOffline' });
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      for (const { controller } of runs.values()) controller.abort();
      runs.clear();
    };
  }, [change]);
}

type Chosen = { id: string; file: Blob; isTried: boolean };

/** The key under which the device notes which photo is being opened, and how often that has begun. */
const openedPhoto = 'foto-dibuka';
/** The number of openings after which a photo is sent as it is: one that is too large for a phone's memory ends its page. */
const mostOpenings = 2;

async function prepare({ id, file }: Chosen, report: (change: PhotoChange) => void): Promise<void> {
  const [begunId, times = '0'] = deviceStorage.get(openedPhoto)?.split(' ') ?? [];
  const openings = begunId === id ? Number(times) : 0;
  deviceStorage.set(openedPhoto, `${id} ${openings + 1}`);
  const small = openings < mostOpenings ? await shrinkPhoto(file) : file;
  deviceStorage.remove(openedPhoto);
  if (small.size <= limits.photoBytes) return report({ type: 'setFile', id, file: small });
  report({ type: 'setWork', id, work: { status: 'failed', reason: errors.upload_too_large[1], retry: 'never' } });
}

async function send(
  { id, file, isTried }: Chosen,
  folder: string,
  request: ChangeRequest,
  report: (change: PhotoChange) => void,
): Promise<void> {
  const { signal } = request;
  const setWork = (work: PhotoWork) => report({ type: 'setWork', id, work });
  try {
    setWork({ status: 'uploading', sent: 0 });
    const onProgress = (sent: number) => setWork({ status: 'uploading', sent });
    const { path } = await withRetries(signal, () =>
      folder.startsWith('posts/')
        ? // The id of an application's photo follows the name of its slot and a colon.
          uploadPhoto(folder, file, { ...request, photo: id.split(':').at(-1) ?? id, isTried, onProgress })
        : upload(folder, file, { ...request, onProgress }),
    );
    setWork({ status: 'uploaded', path, since: Date.now() });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof ApiError)) throw error;
    setWork({
      status: 'failed',
      reason: [error.message, codeOf(error)].filter(Boolean).join(' '),
      retry: retryModeOf(error),
    });
  }
}

const retryModeOf = (error: ApiError): Retry =>
  error.code === 'network' ? 'online' : isRefusedPhoto(error) ? 'never' : 'manual';

/** Tries again as queries do. */
async function withRetries<Result>(signal: AbortSignal, attempt: () => Promise<Result>): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) throw new Cancelled();
      if (!retryTransient(failures, error)) throw error;
      await pause(retryDelay(failures), signal);
    }
  }
}

/** Waits; ends early when aborted, and the next attempt then fails at once. */
const pause = (delay: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, delay);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
