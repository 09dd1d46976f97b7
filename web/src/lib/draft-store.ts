import { delMany, getMany, keys, setMany } from 'idb-keyval';
import { createDeviceStore } from './device-store.ts';
import { guest } from './draft-owner.ts';
import type { DraftPhoto, StoredPhoto } from './draft-photos.ts';

/**
 * Drafts on the device: what is typed and not sent yet survives a reload, and that Android discards the page. A key is
 * `<owner> <form>`, so that nobody gets another person's; a sign-out deletes its owner's, and whoever signs in those of everybody
 * else, who could be read in the browser's storage. Never store a password. What the device cannot store (private windows, a full disk) lives as long as the page.
 */
const { inStore, deleteKeys } = createDeviceStore('drafts', 'drafts');

/** Files have keys of their own: they are written once and not with each change of the text. */
const fileKey = (key: string, id: string) => `${key} ${id}`;

/** The stored state of each draft, to write only what has changed. */
const written = new Map<string, { text: string; files: ReadonlyMap<string, Blob> }>();

/** What could not be stored, newer than what is stored under the same key. */
const unstored = new Map<string, unknown>();

const deletionListeners = new Set<(isDeleted: (key: string) => boolean) => void>();

/** Calls `listener` when people's drafts are deleted: copies in memory have to go too. */
export function onDraftsDeleted(listener: (isDeleted: (key: string) => boolean) => void): void {
  deletionListeners.add(listener);
}

let queue: Promise<unknown> = Promise.resolve();

/** One after another, so that a later change is not overwritten by an earlier one. */
function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = queue.then(work);
  queue = result.catch(() => undefined);
  return result;
}

const readAll = (wanted: string[]): Promise<unknown[]> =>
  enqueue(async () => {
    const stored = (await inStore((store) => getMany<unknown>(wanted, store))) ?? [];
    return wanted.map((key, index) => unstored.get(key) ?? stored[index]);
  });

/** What was stored, by any version of the app, or undefined. */
export const readDraft = async (key: string): Promise<unknown> => (await readAll([key]))[0];

/** Everything that was stored under keys with this beginning. */
export async function readDraftsBelow(prefix: string): Promise<ReadonlyMap<string, unknown>> {
  const known = await enqueue(allKeys);
  const found = known.filter((key) => key.startsWith(prefix));
  const values = await readAll(found);
  return new Map(found.map((key, index) => [key, values[index]]));
}

async function allKeys(): Promise<string[]> {
  const stored = (await inStore((store) => keys<string>(store))) ?? [];
  return [...new Set([...stored, ...unstored.keys()])];
}

const readDraftFiles = (key: string, ids: string[]): Promise<(Blob | undefined)[]> =>
  readAll(ids.map((id) => fileKey(key, id))) as Promise<(Blob | undefined)[]>;

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
    if (!mayStore(key)) return;
    const last = written.get(key);
    const text = JSON.stringify(draft);
    const changed = [...files].filter(([id, file]) => last?.files.get(id) !== file);
    const removed = [...(last?.files.keys() ?? [])].filter((id) => !files.has(id));
    if (text !== last?.text || changed.length > 0) {
      const ofFiles = changed.map(([id, file]): [string, object] => [fileKey(key, id), file]);
      const entries: [string, object][] = [...ofFiles, [key, draft]];
      const isStored = await inStore((store) => setMany(entries, store).then(() => true));
      forgetUnstored(isOf(key));
      if (!isStored) {
        for (const [name, value] of entries) unstored.set(name, value);
        return;
      }
    }
    const removedKeys = removed.map((id) => fileKey(key, id));
    if (removedKeys.length > 0) await inStore((store) => delMany(removedKeys, store));
    written.set(key, { text, files });
  });
}

/** Deletes a draft with its files. */
export function deleteDraft(key: string): void {
  void enqueue(() => erase(isOf(key)));
}

const isDraftOf = (owner: string) => (key: string) => key.startsWith(`${owner} `);

/** Deletes all drafts of a person, or those of `guest`. */
export const deleteDraftsOf = (owner: string): void => deletePeoples(isDraftOf(owner));

/** Who is signed in, as far as this page knows. */
let signedIn: string | undefined;

/** What the form of an earlier person stores late, as it is closed, would be readable to the next one. */
const mayStore = (key: string): boolean =>
  signedIn === undefined || [signedIn, guest].some((owner) => isDraftOf(owner)(key));

/** Deletes everybody's drafts but those of the person who is signed in, and stores nobody else's from now on. */
export function keepDraftsOf(owner: string): void {
  signedIn = owner;
  const isOwn = isDraftOf(owner);
  deletePeoples((key) => !isOwn(key));
}

function deletePeoples(isDeleted: (key: string) => boolean): void {
  for (const listener of deletionListeners) listener(isDeleted);
  void enqueue(() => erase(isDeleted));
}

/** Whether a key is that of a draft or of one of its files. */
const isOf = (draftKey: string) => (key: string) => key === draftKey || key.startsWith(`${draftKey} `);

function forgetUnstored(isForgotten: (key: string) => boolean): void {
  for (const key of [...unstored.keys()].filter(isForgotten)) unstored.delete(key);
}

async function erase(isErased: (key: string) => boolean): Promise<void> {
  for (const key of [...written.keys()].filter(isErased)) written.delete(key);
  forgetUnstored(isErased);
  await deleteKeys((stored) => stored.filter(isErased));
}
