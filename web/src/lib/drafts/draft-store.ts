import { delMany, getMany, keys } from 'idb-keyval';
import { createDeviceDatabase } from '../device/device-database.ts';
import { noteUnkept } from '../device/unkept.ts';
import { guest } from './draft-owner.ts';
import type { DraftPhoto, StoredPhoto } from './draft-photos.ts';

/**
 * Drafts on the device: texts that are typed and not sent yet survive a reload, and that Android discards the page. A key is
 * `<owner> <form>`, so that nobody gets another person's draft. A sign-out deletes its owner's drafts, a sign-in those of everybody else,
 * since the browser's storage can be read. Never store a password. Drafts that the device cannot store (private windows, a full disk)
 * live as long as the page, which says so (unkept.ts). A draft with photos has its text stored first, and as many photos as fit.
 */
const { inStore, deleteKeys, put, isSilent } = createDeviceDatabase('drafts', 'drafts', { onEmptied: storeAllAgain });

/** Files have keys of their own: they are written once and not with each change of the text. */
const fileKey = (key: string, id: string) => `${key} ${id}`;

/** The stored state of each draft, to write only what has changed. */
const written = new Map<string, { text?: string; files: ReadonlyMap<string, Blob> }>();

/** A draft, or one of its files. */
type Part = { draft: string; fileId?: string; value: object };

/** Parts that could not be stored, by key; they are newer than what is stored under the same key. */
const unstored = new Map<string, Part>();

const deletionListeners = new Set<(isDeleted: (key: string) => boolean) => void>();

/** Calls `listener` when people's drafts are deleted: copies in memory have to go too. */
export function onDraftsDeleted(listener: (isDeleted: (key: string) => boolean) => void): void {
  deletionListeners.add(listener);
}

let queue: Promise<unknown> = Promise.resolve();

/** Runs one task after another, so that an earlier change does not overwrite a later one. */
function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = queue.then(work);
  queue = result.catch(() => undefined);
  return result;
}

const readAll = (wanted: string[]): Promise<unknown[]> =>
  enqueue(async () => {
    const stored = (await inStore((store) => getMany<unknown>(wanted, store))) ?? [];
    return wanted.map((key, index) => unstored.get(key)?.value ?? stored[index]);
  });

/** The stored draft, written by any version of the app, or undefined. */
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

/**
 * Writes what has changed since the last time.
 * @returns once the changes are stored, or cannot be
 */
export function writeDraft(key: string, draft: object, files: ReadonlyMap<string, Blob> = new Map()): Promise<void> {
  return enqueue(async () => {
    if (!mayStore(key)) return;
    const last = written.get(key);
    const changed = [...files].filter(([id, file]) => last?.files.get(id) !== file);
    const parts = changed.map(([fileId, value]): Part => ({ draft: key, fileId, value }));
    // The device may still store a text that it has not answered.
    const isTextNew = JSON.stringify(draft) !== last?.text || unstored.has(key);
    if (isTextNew || changed.length > 0) parts.unshift({ draft: key, value: draft });
    const superseded = [...unstored.keys()].filter(isOf(key));
    await store(parts);
    const current = new Set(parts.map(keyOf));
    for (const one of superseded) if (!current.has(one)) unstored.delete(one);
    tellUnstored();
    const removed = [...(last?.files.keys() ?? [])].filter((id) => !files.has(id));
    if (removed.length === 0) return;
    const keysOfRemoved = removed.map((id) => fileKey(key, id));
    await inStore((objects) => delMany(keysOfRemoved, objects));
    for (const id of removed) noteWritten({ draft: key, fileId: id, value: {} }, false);
  });
}

const keyOf = ({ draft, fileId }: Part): string => (fileId === undefined ? draft : fileKey(draft, fileId));

/** Stores parts of a draft together, so that none is missing in between, or, where they do not fit, as many as do. */
async function store(parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return;
  const stored = await put(parts.map((part) => [keyOf(part), part.value]));
  if (stored === false && parts.length > 1) {
    for (const part of parts) await store([part]);
    return;
  }
  for (const part of parts) noteStored(part, stored === true);
  if (typeof stored === 'boolean') return;
  // A late answer does not count for parts that are newer by then, or were deleted.
  const notes = parts.filter((part) => unstored.get(keyOf(part)) === part);
  void stored.late.then((isStored) => {
    for (const part of notes) if (isStored && unstored.get(keyOf(part)) === part) noteStored(part, true);
    tellUnstored();
  });
}

function noteStored(part: Part, isStored: boolean): void {
  if (isStored) {
    unstored.delete(keyOf(part));
    noteWritten(part, true);
  } else unstored.set(keyOf(part), part);
}

function noteWritten({ draft, fileId, value }: Part, isThere: boolean): void {
  const { text, files } = written.get(draft) ?? { files: new Map<string, Blob>() };
  if (fileId === undefined) return void written.set(draft, { text: JSON.stringify(value), files });
  const others = [...files].filter(([id]) => id !== fileId);
  written.set(draft, {
    ...(text !== undefined && { text }),
    files: new Map(isThere ? [...others, [fileId, value as Blob]] : others),
  });
}

/** Tells the page whether drafts are not stored. Drafts of guests do not count: they type addresses, which are not worth a warning. */
function tellUnstored(): void {
  const isMissed = [...unstored.values()].some(({ draft }) => !isDraftOf(guest)(draft));
  noteUnkept('drafts', isMissed ? storeAgain : undefined);
}

/** Stores again what could not be stored, as there may be room. A silent device still stores what it was given before. */
function storeAgain(): void {
  if (isSilent()) return;
  void enqueue(async () => {
    for (const part of unstored.values()) if (mayStore(part.draft)) await store([part]);
    tellUnstored();
  });
}

/** Stores all drafts again, since the browser has deleted them. */
function storeAllAgain(): void {
  for (const [draft, { text, files }] of written) {
    const parts = [...files].map(([fileId, value]): Part => ({ draft, fileId, value }));
    if (text !== undefined) parts.unshift({ draft, value: JSON.parse(text) as object });
    for (const part of parts) if (!unstored.has(keyOf(part))) unstored.set(keyOf(part), part);
  }
  written.clear();
  tellUnstored();
}

/** Whether the device has all files of a draft and its texts, even if these are a moment old. */
export const isDraftWhole = (key: string): boolean =>
  ![...unstored.values()].some(
    ({ draft, fileId }) => draft === key && (fileId !== undefined || written.get(key)?.text === undefined),
  );

/** Deletes a draft with its files. */
export function deleteDraft(key: string): void {
  void enqueue(() => erase(isOf(key)));
}

const isDraftOf = (owner: string) => (key: string) => key.startsWith(`${owner} `);

/** Deletes all drafts of a person, or those of `guest`. */
export const deleteDraftsOf = (owner: string): void => deletePeoples(isDraftOf(owner));

/** The person who is signed in, as far as this page knows. */
let signedIn: string | undefined;

/** Whether a draft may be stored: the next person could read what an earlier person's form stores late, as it is closed. */
const mayStore = (key: string): boolean =>
  signedIn === undefined || [signedIn, guest].some((owner) => isDraftOf(owner)(key));

/** Deletes the drafts of everybody but the person who is signed in, and from now on stores only that person's. */
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
  tellUnstored();
}

async function erase(isErased: (key: string) => boolean): Promise<void> {
  for (const key of [...written.keys()].filter(isErased)) written.delete(key);
  forgetUnstored(isErased);
  await deleteKeys((stored) => stored.filter(isErased));
}
