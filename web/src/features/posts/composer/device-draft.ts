import {
  deleteDraft,
  filesOf,
  onDraftsDeleted,
  readDraft,
  readDraftPhotos,
  writeDraft,
} from '../../../lib/draft-store.ts';
import type { Draft } from './draft.ts';
import { restoreDraft, toStoredDraft } from './stored-draft.ts';

const onItsWay = ' posting ';
/** The name of the draft of a person's dish that the outbox sends. */
export const dishDraftOf = (ownerId: string, id: string): string => `${ownerId}${onItsWay}${id}`;
export const isDishDraft = (name: string): boolean => name.includes(onItsWay);

/** Drafts of dishes that the outbox sends: a device that cannot store anything has them nowhere else. */
const inMemory = new Map<string, Draft>();
onDraftsDeleted((isDeleted) => {
  for (const name of inMemory.keys()) if (isDeleted(name)) inMemory.delete(name);
});

/** The draft of that name, with its photos; null when there is none. */
export async function loadDraft(name: string): Promise<Draft | null> {
  const known = inMemory.get(name);
  if (known) return known;
  const draft = restoreDraft(await readDraft(name), Date.now());
  return draft && { ...draft, photos: await readDraftPhotos(name, draft.photos) };
}

export function storeDraft(name: string, draft: Draft): void {
  if (isDishDraft(name)) inMemory.set(name, draft);
  writeDraft(name, toStoredDraft(draft), filesOf(draft.photos));
}

/** Stores what the form of a dish has uploaded while the outbox sends it; it may be posted by now. */
export function updateDishDraft(name: string, draft: Draft): void {
  if (inMemory.has(name)) storeDraft(name, draft);
}

export function removeDraft(name: string): void {
  inMemory.delete(name);
  deleteDraft(name);
}
