import { useEffect, useReducer, useRef } from 'react';
import type { Dispatch } from 'react';
import { deleteDraft, loadDraft, saveDraft } from './draft-store.ts';
import { blankDraft, changeDraft } from './draft.ts';
import type { Draft, DraftChange } from './draft.ts';

export type DraftState = {
  /** Null for the moment until it has been read. */
  draft: Draft | null;
  change: Dispatch<DraftChange>;
  /** Starts anew with a blank draft. */
  discard: () => void;
  /** Deletes the draft that has become a post. */
  finish: () => void;
};

/**
 * A draft that survives a reload and a crash.
 * @param name whose draft of what it is
 */
export function useDraft(name: string): DraftState {
  const [draft, change] = useReducer(changeDraft, null);
  const isFinished = useRef(false);

  useEffect(() => {
    let isGone = false;
    void loadDraft(name).then((left) => {
      if (!isGone) change({ do: 'open', draft: left ?? blankDraft() });
    });
    return () => {
      isGone = true;
    };
  }, [name]);

  useEffect(() => {
    if (draft && !isFinished.current) saveDraft(name, draft);
  }, [name, draft]);

  return {
    draft,
    change,
    discard: () => change({ do: 'open', draft: blankDraft() }),
    finish: () => {
      isFinished.current = true;
      deleteDraft(name);
    },
  };
}
