import { useEffect, useEffectEvent, useRef } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { deleteDraft, readDraft, writeDraft } from '../drafts/draft-store.ts';
import { draftVersion, isRecord, mergeTexts, ofThisVersion } from '../drafts/stored-draft.ts';

/**
 * Stores what is typed into a form and puts it back after a reload.
 * @param key `<owner> <form>` (draft-store.ts)
 * @param blank the fields to store with the text of each that nobody has changed; passwords must not be among them
 * @returns reads the texts that the typed ones replace: older than `blank` where the draft is older than what is stored now
 */
export function useFormDraft<Values extends FieldValues>(
  key: string,
  { subscribe, getValues, setValue }: Pick<UseFormReturn<Values>, 'subscribe' | 'getValues' | 'setValue'>,
  blank: Record<string, string>,
): () => Record<string, string> {
  const replaced = useRef<Record<string, string>>({});
  const isUntouched = (values: FieldValues, name: string) => (values[name] ?? '') === blank[name];

  const restore = useEffectEvent((stored: unknown) => {
    const draft = ofThisVersion(stored);
    if (!draft || !isRecord(draft.texts)) return;
    const before = mergeTexts(blank, draft.replaced);
    for (const [name, text] of Object.entries(mergeTexts(blank, draft.texts))) {
      // A text that was typed since the page was opened is newer.
      if (text === blank[name] || !isUntouched(getValues(), name)) continue;
      setValue(name as Path<Values>, text as PathValue<Values, Path<Values>>, { shouldDirty: true });
      replaced.current[name] = before[name] ?? '';
    }
  });

  const save = useEffectEvent((values: FieldValues) => {
    const typed = Object.keys(blank).filter((name) => !isUntouched(values, name));
    const before = { ...blank, ...replaced.current };
    replaced.current = Object.fromEntries(typed.map((name) => [name, before[name] ?? '']));
    if (typed.length === 0) return deleteDraft(key);
    const texts = Object.fromEntries(typed.map((name) => [name, values[name] as string]));
    void writeDraft(key, { version: draftVersion, texts, replaced: replaced.current });
  });

  const isRestored = useRef(false);
  useEffect(() => {
    let isStale = false;
    let unsubscribe: (() => void) | undefined;
    void readDraft(key).then((stored) => {
      if (isStale) return;
      restore(stored);
      isRestored.current = true;
      unsubscribe = subscribe({ formState: { values: true }, callback: ({ values }) => save(values) });
      // Some texts may have been typed while the draft was being read.
      save(getValues());
    });
    return () => {
      isStale = true;
      isRestored.current = false;
      unsubscribe?.();
    };
  }, [key, subscribe, getValues]);

  // Once the typed texts are saved, or were changed elsewhere, they are no draft any more.
  const blankTexts = JSON.stringify(blank);
  useEffect(() => {
    if (isRestored.current) save(getValues());
  }, [blankTexts, getValues]);

  return () => ({ ...blank, ...replaced.current });
}
