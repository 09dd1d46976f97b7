import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import type { Dispatch } from 'react';
import { newId } from '../../../lib/device/new-id.ts';
import { deleteDraft, filesOf, readDraft, readDraftPhotos, writeDraft } from '../../../lib/drafts/draft-store.ts';
import { changeApplication, restoreApplication, toStoredApplication } from './application-draft.ts';
import type { ApplicationChange, ApplicationDraft, ApplicationTexts } from './application-draft.ts';

type ApplicationDraftState = {
  /** The draft; null until it has been read from the device. */
  draft: ApplicationDraft | null;
  change: Dispatch<ApplicationChange>;
  /** Deletes the draft that has been sent. */
  finish: () => void;
};

/**
 * The draft of an application, which survives a reload, a crash and a lost connection.
 * @param key `<owner> <form>` (draft-store.ts)
 * @param rejectedId the id of the last application, if it was rejected
 */
export function useApplicationDraft(
  key: string,
  prefilled: ApplicationTexts,
  rejectedId: string | undefined,
): ApplicationDraftState {
  const [draft, change] = useReducer(changeApplication, null);
  const isFinished = useRef(false);

  const load = useEffectEvent(async (): Promise<ApplicationDraft> => {
    const stored = restoreApplication(await readDraft(key), prefilled, { now: Date.now(), rejectedId });
    if (!stored) return { id: newId(), texts: prefilled, photos: [] };
    return { ...stored, photos: await readDraftPhotos(key, stored.photos) };
  });
  useEffect(() => {
    let isStale = false;
    void load().then((opened) => {
      if (!isStale) change({ type: 'open', draft: opened });
    });
    return () => {
      isStale = true;
    };
  }, [key]);

  const save = useEffectEvent((changed: ApplicationDraft) => {
    // The first texts of the form may be others the next time, so an unchanged draft is not stored.
    const isUntouched = changed.photos.length === 0 && isSameText(changed.texts, prefilled);
    if (isUntouched) deleteDraft(key);
    else void writeDraft(key, toStoredApplication(changed), filesOf(changed.photos));
  });
  useEffect(() => {
    if (draft && !isFinished.current) save(draft);
  }, [draft]);

  return {
    draft,
    change,
    finish: () => {
      isFinished.current = true;
      deleteDraft(key);
    },
  };
}

const isSameText = (texts: ApplicationTexts, others: ApplicationTexts): boolean =>
  Object.entries(texts).every(([field, text]) => text === others[field as keyof ApplicationTexts]);
