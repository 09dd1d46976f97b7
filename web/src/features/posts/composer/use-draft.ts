import { useEffect, useReducer, useRef } from 'react';
import type { Dispatch } from 'react';
import { loadDraft, removeDraft, removeSentDraft, storeDraft } from './device-draft.ts';
import { changeDraft, hasSameContent } from './draft.ts';
import type { Draft, DraftChange } from './draft.ts';

export type DraftState = {
  /** The draft; null until it has been read from the device. */
  draft: Draft | null;
  change: Dispatch<DraftChange>;
  /** Starts again with a blank draft. */
  discard: () => void;
  /** Deletes the draft after it was sent. */
  finish: () => void;
  /** Stores a draft again that was finished and has come back. */
  resume: (draft: Draft) => void;
};

/**
 * A draft that survives a reload and a crash.
 * @param name identifies the draft by user and kind of post, or the post that is edited
 * @param start makes the draft in which nothing has been changed yet; must be the same function in every render
 */
export function useDraft(name: string, start: () => Draft): DraftState {
  const [draft, change] = useReducer(changeDraft, null);
  const isFinished = useRef(false);
  const blank = useRef<Draft>(undefined);

  useEffect(() => {
    let isStale = false;
    void loadDraft(name).then((stored) => {
      if (isStale) return;
      const opened = stored ?? start();
      if (!stored) blank.current = opened;
      change({ type: 'open', draft: opened });
    });
    return () => {
      isStale = true;
    };
  }, [name, start]);

  useEffect(() => {
    // A form that opens blank must not touch a draft that may be stored under this name.
    if (!draft || draft === blank.current || isFinished.current) return;
    if (hasSameContent(draft, start())) removeDraft(name);
    else void storeDraft(name, draft);
  }, [name, draft, start]);

  return {
    draft,
    change,
    discard: () => change({ type: 'open', draft: start() }),
    finish: () => {
      isFinished.current = true;
      if (draft) void removeSentDraft(name, draft.id);
    },
    resume: (returned) => {
      isFinished.current = false;
      change({ type: 'open', draft: { ...returned } });
    },
  };
}
