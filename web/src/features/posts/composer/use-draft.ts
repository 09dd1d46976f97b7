import { useEffect, useReducer, useRef } from 'react';
import type { Dispatch } from 'react';
import { deleteDraft, loadDraft, saveDraft } from './draft-store.ts';
import { blankDraft, changeDraft } from './draft.ts';
import type { Draft, DraftChange } from './draft.ts';

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
