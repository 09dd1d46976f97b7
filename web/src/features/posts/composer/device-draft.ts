import {
  deleteDraft,
  filesOf,
  onDraftsDeleted,
  readDraft,
  readDraftPhotos,
  writeDraft,
} from '../../../lib/drafts/draft-store.ts';
import type { Draft } from './draft.ts';
import { restoreDraft, toStoredDraft } from './stored-draft.ts';

const onItsWay = ' posting ';
/** The name of the draft of a person's dish that the outbox sends. */
export const dishDraftOf = (ownerId: string, id: string): string => `${ownerId}${onItsWay}${id}`;
export const isDishDraft = (name: string): boolean => name.includes(onItsWay);

/** Drafts of dishes that the outbox sends, for a device that cannot store anything and has them nowhere else. */
const inMemory = new Map<string, Draft>();
onDraftsDeleted((isDeleted) => {
  for (const name of inMemory.keys()) if (isDeleted(name)) inMemory.delete(name);
});

const read = async (name: string) => restoreDraft(await readDraft(name), Date.now());

/** The draft of that name, with its photos; null when there is none. */
export async function loadDraft(name: string): Promise<Draft | null> {
  const known = inMemory.get(name);
  if (known) return known;
  const draft = await read(name);
  // A form's draft stays until the device has all of the dish, though in this page the dish is on its way.
  const isOnItsWay =
    draft && !isDishDraft(name) && [...inMemory.keys()].some((one) => one.endsWith(onItsWay + draft.id));
  return draft && !isOnItsWay ? { ...draft, photos: await readDraftPhotos(name, draft.photos) } : null;
}

/** @returns once the draft is stored, or cannot be */
export function storeDraft(name: string, draft: Draft): Promise<void> {
  if (isDishDraft(name)) inMemory.set(name, draft);
  return writeDraft(name, toStoredDraft(draft), filesOf(draft.photos));
}

/** Stores the uploads of a dish's form while the outbox sends the dish, which may be posted by now. */
export function updateDishDraft(name: string, draft: Draft): void {
  if (inMemory.has(name)) void storeDraft(name, draft);
}

/** Deletes the draft of a form once it is sent, unless the form has a newer one. */
export async function removeSentDraft(name: string, id: string): Promise<void> {
  const draft = await read(name);
  if (!draft || draft.id === id) removeDraft(name);
}

export function removeDraft(name: string): void {
  inMemory.delete(name);
  deleteDraft(name);
}
