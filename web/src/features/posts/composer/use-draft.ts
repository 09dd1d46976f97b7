import { useEffect, useReducer, useRef } from 'react';
import type { Dispatch } from 'react';
import { deleteDraft, readDraft, readDraftFiles, writeDraft } from '../../../lib/draft-store.ts';
import { blankDraft, changeDraft, isBlank } from './draft.ts';
import type { Draft, DraftChange, DraftPhoto } from './draft.ts';
import { restoreDraft, toStoredDraft } from './stored-draft.ts';

export type DraftState = {
  /** Null until it has been read from the device. */
  draft: Draft | null;
  change: Dispatch<DraftChange>;
  /** Replaces the draft by a blank one. */
  discard: () => void;
  /** Deletes the draft that has become a post. */
  finish: () => void;
};

/**
 * A draft that survives a reload and a crash.
 * @param name identifies the draft by user and kind of post
 */
export function useDraft(name: string): DraftState {
  const [draft, change] = useReducer(changeDraft, null);
  const isFinished = useRef(false);

  useEffect(() => {
    let isStale = false;
    void loadDraft(name).then((stored) => {
      if (!isStale) change({ type: 'open', draft: stored ?? blankDraft() });
    });
    return () => {
      isStale = true;
    };
  }, [name]);

  useEffect(() => {
    if (draft && !isFinished.current) saveDraft(name, draft);
  }, [name, draft]);

  return {
    draft,
    change,
    discard: () => change({ type: 'open', draft: blankDraft() }),
    finish: () => {
      isFinished.current = true;
      deleteDraft(name);
    },
  };
}

async function loadDraft(name: string): Promise<Draft | null> {
  const draft = restoreDraft(await readDraft(name), Date.now());
  if (!draft) return null;
  const files = await readDraftFiles(
    name,
    draft.photos.map(({ id }) => id),
  );
  const photos = draft.photos.flatMap((photo, index): DraftPhoto[] => {
    const file = files[index];
    return file ? [{ ...photo, file }] : [];
  });
  return { ...draft, photos };
}

function saveDraft(name: string, draft: Draft): void {
  if (isBlank(draft)) deleteDraft(name);
  else writeDraft(name, toStoredDraft(draft), new Map(draft.photos.map(({ id, file }) => [id, file])));
}
