import { ApiError, Cancelled } from '../../../lib/calls/api-error.ts';
import { isDraftWhole } from '../../../lib/drafts/draft-store.ts';
import type { ChangeRequest } from '../../../lib/outbox/kind.ts';
import { outbox } from '../../../lib/outbox/page-outbox.ts';
import { postsKey } from '../../../lib/query/post-cache.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { photosFailure } from '../../../lib/uploads/photos-failure.ts';
import { uploadPhoto } from '../../../lib/uploads/upload.ts';
import { createPost } from '../api-composer.ts';
import { loadDraft, removeDraft, storeDraft } from './device-draft.ts';
import { changeDraft, newPostOf } from './draft.ts';
import type { Draft, DraftChange } from './draft.ts';
import { postFields } from './post-schema.ts';
import { newPostTexts } from './posting-texts.ts';

/** A dish that is on its way: its texts and photos are a draft on the device, under a name of its own. */
export type SendingDish = {
  draftName: string;
  ownerId: string;
  /** The name that shows until the dish has arrived. */
  foodName: string;
};

/** How far the photos of a dish have been sent: the one that is being sent, counted from 1, and how much of it, from 0 to 1. */
export type Sent = { photo: number; of: number; share: number };

const progress = new Map<string, Sent>();
const requests = new Map<string, AbortController>();
const listeners = new Set<() => void>();

export const sentOf = (name: string): Sent | undefined => progress.get(name);
export function subscribeToSent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
function setSent(name: string, sent?: Sent): void {
  if (sent) progress.set(name, sent);
  else progress.delete(name);
  for (const listener of listeners) listener();
}

/** Aborts the requests of a dish that are under way. */
export const stopSending = (name: string): void => requests.get(name)?.abort();

/** One's dishes that have not been posted yet. Each has a queue of its own: a refused dish does not hold up the others. */
export const sendingDishes = outbox.register<SendingDish, { id: string }>({
  name: 'dish',
  endsItself: true,
  mayBeStored: ({ draftName }) => isDraftWhole(draftName),
  send: async ({ draftName, ownerId }, { signal, account }) => {
    const own = new AbortController();
    const abort = () => own.abort();
    signal.addEventListener('abort', abort);
    requests.set(draftName, own);
    try {
      return await oneAtATime(() => postDraft(draftName, ownerId, { signal: own.signal, account }));
    } finally {
      signal.removeEventListener('abort', abort);
      requests.delete(draftName);
      setSent(draftName);
    }
  },
  applyAnswer: (client, { draftName }) => {
    removeDraft(draftName);
    void client.invalidateQueries({ queryKey: postsKey });
    toast.success(newPostTexts.done);
  },
  // A dish that is posted again from its form takes the place of the one that was refused.
  supersede: () => null,
  holds: { afterMs: Infinity, findAnswer: async () => null },
  listed: {
    what: 'Menu',
    hasNoPlace: (_refusal, isSeller) => !isSeller,
    contentOf: async ({ draftName, foodName }) => {
      const { texts, photos } = (await loadDraft(draftName)) ?? {};
      const lines = texts ? postFields.map((field) => texts[field]) : [foodName];
      const files = photos?.flatMap(({ id, file }) => (file ? [{ id, file }] : []));
      return { text: lines.filter((line) => line !== '').join('\n'), ...(files && { photos: files }) };
    },
    forget: ({ draftName }) => removeDraft(draftName),
  },
  meta: { failed: newPostTexts.failed, failedBy: { post_forbidden: newPostTexts.forbidden, ...photosFailure } },
});

/** Uploads the missing photos and posts the dish. Uploads are noted, so that a later attempt goes on from there. */
async function postDraft(name: string, ownerId: string, request: ChangeRequest): Promise<{ id: string }> {
  const uploaded = await uploadMissing(name, ownerId, request);
  try {
    return await createPost(newPostOf(uploaded), request);
  } catch (error) {
    // The server removes uploads that no post has used for three days (D48).
    if (!(error instanceof ApiError && error.code === 'file_not_found')) throw error;
    void storeDraft(name, changed(uploaded, { type: 'uploadAgain' }));
    return createPost(newPostOf(await uploadMissing(name, ownerId, request)), request);
  }
}

/** Uploads the missing photos. The draft is read anew for each, as its form, while it is open, uploads and stores photos too. */
async function uploadMissing(name: string, ownerId: string, request: ChangeRequest): Promise<Draft> {
  for (;;) {
    if (request.signal.aborted) throw new Cancelled();
    const draft = await loadDraft(name);
    if (!draft) throw new ApiError('file_not_found', 404, 'Foto dan tulisannya tidak ada lagi di HP ini.');
    const index = draft.photos.findIndex(({ work, file }) => work.status !== 'uploaded' && file);
    const { id, file, work } = draft.photos[index] ?? {};
    if (!id || !file || !work) return draft;
    const onProgress = (share: number) => setSent(name, { photo: index + 1, of: draft.photos.length, share });
    onProgress(0);
    const isTried = work.status === 'waiting' && work.isTried === true;
    const { path } = await uploadPhoto(`posts/${ownerId}`, file, { ...request, photo: id, isTried, onProgress });
    const latest = (await loadDraft(name)) ?? draft;
    const stored = { status: 'uploaded' as const, path, since: Date.now() };
    void storeDraft(name, changed(latest, { type: 'setWork', id, work: stored }));
  }
}

const changed = (draft: Draft, change: DraftChange): Draft => changeDraft(draft, change) ?? draft;

let last: Promise<unknown> = Promise.resolve();
/** Runs one task at a time, as dishes would share a slow line. */
function oneAtATime<Result>(send: () => Promise<Result>): Promise<Result> {
  const result = last.then(send);
  last = result.catch(() => undefined);
  return result;
}
