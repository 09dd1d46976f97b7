import { createStore, delMany, get, getMany, keys, setMany } from 'idb-keyval';
import type { UseStore } from 'idb-keyval';
import { blankDraft, isBlank } from './draft.ts';
import type { Draft, DraftPhoto } from './draft.ts';

/** How long the server is trusted to keep a photo that no post names yet: half of its 24 hours (D48). */
const trustedFor = 12 * 60 * 60_000;

type StoredPhoto = Pick<DraftPhoto, 'id' | 'work'>;
type StoredDraft = Omit<Draft, 'photos'> & { photos: StoredPhoto[] };

let opened: UseStore | undefined;
const store = () => (opened ??= createStore('drafts', 'drafts'));

/** Photos are stored beside their draft, so that they are written once and not with every letter. */
const photoKey = (name: string, id: string) => `${name} ${id}`;

/** What is stored already of each draft, so that the same is not written again. */
const written = new Map<string, { text: string; files: Map<string, Blob> }>();

/**
 * The draft that was left, or null. A device that keeps nothing (private windows, a full disk) has none.
 * @param name whose draft of what it is
 */
export async function loadDraft(name: string, now: number = Date.now()): Promise<Draft | null> {
  try {
    const draft = await get<StoredDraft>(name, store());
    if (!draft) return null;
    const files = await getMany<Blob>(
      draft.photos.map(({ id }) => photoKey(name, id)),
      store(),
    );
    const photos = draft.photos.flatMap(({ id, work }, index): DraftPhoto[] => {
      const file = files[index];
      return file ? [{ id, file, work: resumed(work, now) }] : [];
    });
    // What a draft of an older program lacks is as in a blank one.
    return { ...blankDraft(), ...draft, photos };
  } catch {
    return null;
  }
}

/** What goes on after the page was away. */
function resumed(work: DraftPhoto['work'], now: number): DraftPhoto['work'] {
  if (work.at === 'preparing' || (work.at === 'failed' && work.retry === 'never')) return work;
  return work.at === 'uploaded' && now - work.since < trustedFor ? work : { at: 'waiting' };
}

let queue: Promise<unknown> = Promise.resolve();

/** Writes what has changed since the last time, one after another; a blank draft is forgotten. */
export function saveDraft(name: string, draft: Draft): void {
  queue = queue.then(() => (isBlank(draft) ? erase(name) : write(name, draft))).catch(() => undefined);
}

export function forgetDraft(name: string): void {
  queue = queue.then(() => erase(name)).catch(() => undefined);
}

async function write(name: string, draft: Draft): Promise<void> {
  const last = written.get(name);
  const files = new Map(draft.photos.map(({ id, file }) => [id, file]));
  const stored: StoredDraft = { ...draft, photos: draft.photos.map(({ id, work }) => ({ id, work: settled(work) })) };
  const text = JSON.stringify(stored);
  const changed = [...files].filter(([id, file]) => last?.files.get(id) !== file);
  const gone = [...(last?.files.keys() ?? [])].filter((id) => !files.has(id));
  if (text !== last?.text || changed.length > 0) {
    await setMany(
      [...changed.map(([id, file]): [string, Blob] => [photoKey(name, id), file]), [name, stored]],
      store(),
    );
  }
  if (gone.length > 0)
    await delMany(
      gone.map((id) => photoKey(name, id)),
      store(),
    );
  written.set(name, { text, files });
}

/** Progress is not worth a write. */
const settled = (work: DraftPhoto['work']): DraftPhoto['work'] => (work.at === 'uploading' ? { at: 'waiting' } : work);

async function erase(name: string): Promise<void> {
  written.delete(name);
  const own = (await keys<string>(store())).filter((key) => key === name || key.startsWith(`${name} `));
  await delMany(own, store());
}
