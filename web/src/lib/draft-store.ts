import { createStore, delMany, get, getMany, keys, setMany } from 'idb-keyval';
import type { UseStore } from 'idb-keyval';
import type { DraftPhoto, StoredPhoto } from './draft-photos.ts';

/**
 * Drafts on the device: what is typed and not sent yet survives a reload, and that Android discards the page. A key is
 * `<owner> <form>`, so that nobody gets another person's; a sign-out deletes its owner's. Never store a password. A device
 * that cannot store anything (private windows, a full disk) has no drafts.
 */
let opened: UseStore | undefined;
const store = () => (opened ??= createStore('drafts', 'drafts'));

/** Files have keys of their own: they are written once and not with each change of the text. */
const fileKey = (key: string, id: string) => `${key} ${id}`;

/** The stored state of each draft, to write only what has changed. */
const written = new Map<string, { text: string; files: ReadonlyMap<string, Blob> }>();

const deletionListeners = new Set<(owner: string) => void>();

/** Calls `listener` when a person's drafts are deleted: copies in memory have to go too. */
export function onDraftsDeleted(listener: (owner: string) => void): void {
  deletionListeners.add(listener);
}

let queue: Promise<unknown> = Promise.resolve();

/** One after another, so that a later change is not overwritten by an earlier one. */
function enqueue<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  const result = queue.then(work).catch(() => undefined);
  queue = result;
  return result;
}

/** What was stored, by any version of the app, or undefined. */
export const readDraft = (key: string): Promise<unknown> => enqueue(() => get<unknown>(key, store()));

/** Everything that was stored under keys with this beginning. */
export const readDraftsBelow = (prefix: string): Promise<ReadonlyMap<string, unknown>> =>
  enqueue(async () => {
    const found = (await keys<string>(store())).filter((key) => key.startsWith(prefix));
    const values = await getMany<unknown>(found, store());
    return new Map(found.map((key, index) => [key, values[index]]));
  }).then((drafts) => drafts ?? new Map<string, unknown>());

const readDraftFiles = (key: string, ids: string[]): Promise<(Blob | undefined)[]> =>
  enqueue(() =>
    getMany<Blob | undefined>(
      ids.map((id) => fileKey(key, id)),
      store(),
    ),
  ).then((files) => files ?? []);

/** The photos of a draft whose files are still on the device. */
export async function readDraftPhotos(key: string, photos: StoredPhoto[]): Promise<DraftPhoto[]> {
  const files = await readDraftFiles(
    key,
    photos.map(({ id }) => id),
  );
  return photos.flatMap((photo, index): DraftPhoto[] => {
    const file = files[index];
    if (photo.work.status === 'stored') return [{ ...photo, file: null }];
    return file ? [{ ...photo, file }] : [];
  });
}

export const filesOf = (photos: DraftPhoto[]): ReadonlyMap<string, Blob> =>
  new Map(photos.flatMap(({ id, file }) => (file ? [[id, file] as const] : [])));

/** Writes what has changed since the last time. */
export function writeDraft(key: string, draft: object, files: ReadonlyMap<string, Blob> = new Map()): void {
  void enqueue(async () => {
    const last = written.get(key);
    const text = JSON.stringify(draft);
    const changed = [...files].filter(([id, file]) => last?.files.get(id) !== file);
    const removed = [...(last?.files.keys() ?? [])].filter((id) => !files.has(id));
    if (text !== last?.text || changed.length > 0) {
      const entries = changed.map(([id, file]): [string, object] => [fileKey(key, id), file]);
      await setMany([...entries, [key, draft]], store());
    }
    const removedKeys = removed.map((id) => fileKey(key, id));
    if (removedKeys.length > 0) await delMany(removedKeys, store());
    written.set(key, { text, files });
  });
}

/** Deletes a draft with its files. */
export function deleteDraft(key: string): void {
  void enqueue(() => erase((stored) => stored === key || stored.startsWith(`${key} `)));
}

/** Deletes all drafts of a person, or those of `guest`. */
export function deleteDraftsOf(owner: string): void {
  for (const listener of deletionListeners) listener(owner);
  void enqueue(() => erase((stored) => stored.startsWith(`${owner} `)));
}

async function erase(isErased: (key: string) => boolean): Promise<void> {
  for (const key of [...written.keys()].filter(isErased)) written.delete(key);
  await delMany((await keys<string>(store())).filter(isErased), store());
}
