import { createStore, delMany, get, getMany, keys, setMany } from 'idb-keyval';
import type { UseStore } from 'idb-keyval';
import { isBlank } from './draft.ts';
import type { Draft, DraftPhoto } from './draft.ts';
import { restoreDraft, toStoredDraft } from './stored-draft.ts';

let opened: UseStore | undefined;
const store = () => (opened ??= createStore('drafts', 'drafts'));

/** Photos have keys of their own: they are written once and not with each change of the text. */
const photoKey = (name: string, id: string) => `${name} ${id}`;

/** The stored state of each draft, to write only what has changed. */
const written = new Map<string, { text: string; files: Map<string, Blob> }>();

/**
 * The stored draft, or null. A device that cannot store anything (private windows, a full disk) has none.
 * @param name identifies the draft by user and kind of post
 */
export async function loadDraft(name: string): Promise<Draft | null> {
  try {
    const draft = restoreDraft(await get<unknown>(name, store()), Date.now());
    if (!draft) return null;
    const files = await getMany<Blob | undefined>(
      draft.photos.map(({ id }) => photoKey(name, id)),
      store(),
    );
    const photos = draft.photos.flatMap((photo, index): DraftPhoto[] => {
      const file = files[index];
      return file ? [{ ...photo, file }] : [];
    });
    return { ...draft, photos };
  } catch {
    return null;
  }
}

let queue: Promise<unknown> = Promise.resolve();

/** Writes what has changed since the last time, one after another; a blank draft is deleted. */
export function saveDraft(name: string, draft: Draft): void {
  queue = queue.then(() => (isBlank(draft) ? erase(name) : write(name, draft))).catch(() => undefined);
}

export function deleteDraft(name: string): void {
  queue = queue.then(() => erase(name)).catch(() => undefined);
}

async function write(name: string, draft: Draft): Promise<void> {
  const last = written.get(name);
  const files = new Map(draft.photos.map(({ id, file }) => [id, file]));
  const stored = toStoredDraft(draft);
  const text = JSON.stringify(stored);
  const changed = [...files].filter(([id, file]) => last?.files.get(id) !== file);
  const removed = [...(last?.files.keys() ?? [])].filter((id) => !files.has(id));
  if (text !== last?.text || changed.length > 0) {
    await setMany(
      [...changed.map(([id, file]): [string, Blob] => [photoKey(name, id), file]), [name, stored]],
      store(),
    );
  }
  if (removed.length > 0)
    await delMany(
      removed.map((id) => photoKey(name, id)),
      store(),
    );
  written.set(name, { text, files });
}

async function erase(name: string): Promise<void> {
  written.delete(name);
  const own = (await keys<string>(store())).filter((key) => key === name || key.startsWith(`${name} `));
  await delMany(own, store());
}
