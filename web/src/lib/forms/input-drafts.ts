import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { deleteDraft, onDraftsDeleted, readDraft, readDraftsBelow, writeDraft } from '../drafts/draft-store.ts';
import { draftVersion } from '../drafts/stored-draft.ts';
import { useMember } from '../session/session.tsx';

type Options<Draft> = {
  /** Names the form in the keys of the store (draft-store.ts). */
  form: string;
  empty: Draft;
  /** A stored draft, whatever version of the app has written it; null if it is none of this version. */
  restore: (stored: unknown) => Draft | null;
  /** Joins a stored draft with the text that was typed before it was read. */
  join: (stored: Draft, typed: Draft) => Draft;
  /** Whether a draft has nothing to store. */
  isBlank: (draft: Draft) => boolean;
};

/** The draft of one person about one thing. */
type InputDraft<Draft> = {
  get: () => Draft;
  /** Changes what is shown, on whatever screen, and stores it. */
  change: (by: (draft: Draft) => Partial<Draft>) => void;
  /** Changes the draft once the stored one is read: for changes that depend on it. */
  changeOnceRead: (by: (draft: Draft) => Partial<Draft>) => void;
  /** Changes the shown draft. The device keeps the old one until `store` is called. */
  show: (draft: Draft) => void;
  /** Stores the shown draft, or another one that `of` makes of it. */
  store: (of?: (shown: Draft) => Draft) => void;
};

/**
 * Drafts of inputs that come and go while somebody types, such as those of a conversation: shown on every screen that asks for
 * them, changed also while their input is not there, and stored on the device.
 */
export function createInputDrafts<Draft extends object>({ form, empty, restore, join, isBlank }: Options<Draft>) {
  /** The drafts by the key under which they are stored. Each change makes a new map. */
  let drafts: ReadonlyMap<string, Draft> = new Map();
  const reading = new Map<string, Promise<void>>();
  const listeners = new Set<() => void>();
  const prefixOf = (userId: string): string => `${userId} ${form} `;

  function setDrafts(changed: Iterable<[string, Draft]>): void {
    drafts = new Map([...drafts, ...changed]);
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  onDraftsDeleted((isDeleted) => {
    drafts = new Map([...drafts].filter(([key]) => !isDeleted(key)));
    for (const key of [...reading.keys()].filter(isDeleted)) reading.delete(key);
  });

  /** Reads the stored draft once; a text that was typed meanwhile stays. */
  function read(key: string): Promise<void> {
    const known = reading.get(key);
    if (known) return known;
    const promise = readDraft(key).then((stored) => {
      const restored = restore(stored);
      const typed = drafts.get(key);
      if (restored && reading.get(key) === promise) setDrafts([[key, typed ? join(restored, typed) : restored]]);
    });
    reading.set(key, promise);
    return promise;
  }

  function draftOf(userId: string, about: string): InputDraft<Draft> {
    const key = `${prefixOf(userId)}${about}`;
    const get = () => drafts.get(key) ?? empty;
    const show = (draft: Draft) => setDrafts([[key, draft]]);
    const store = (of = (shown: Draft) => shown) => {
      // The stored draft has to be read first, or it would be overwritten.
      void read(key).then(() => {
        const draft = of(get());
        if (isBlank(draft)) deleteDraft(key);
        else void writeDraft(key, { version: draftVersion, ...draft });
      });
    };
    const change: InputDraft<Draft>['change'] = (by) => {
      show({ ...get(), ...by(get()) });
      store();
    };
    return { get, show, store, change, changeOnceRead: (by) => void read(key).then(() => change(by)) };
  }

  /** One's own draft about something, and what it contains. */
  function useDraft(about: string): [Draft, InputDraft<Draft>] {
    const { user } = useMember();
    const draft = useMemo(() => draftOf(user.id, about), [user.id, about]);
    useEffect(() => void read(`${prefixOf(user.id)}${about}`), [user.id, about]);
    return [useSyncExternalStore(subscribe, draft.get, draft.get), draft];
  }

  /** All of one's own drafts, by what they are about. */
  function useDrafts(): ReadonlyMap<string, Draft> {
    const { user } = useMember();
    const prefix = prefixOf(user.id);
    useEffect(() => {
      void readDraftsBelow(prefix).then((stored) => {
        // Drafts that have been read already may have been changed since.
        const unread = [...stored].filter(([key]) => !reading.has(key));
        for (const [key] of unread) reading.set(key, Promise.resolve());
        setDrafts(
          unread.flatMap(([key, value]): [string, Draft][] => {
            const draft = restore(value);
            return draft ? [[key, draft]] : [];
          }),
        );
      });
    }, [prefix]);
    const all = useSyncExternalStore(subscribe, () => drafts);
    return new Map(
      [...all].flatMap(([key, draft]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), draft] as const] : [])),
    );
  }

  return { draftOf, useDraft, useDrafts };
}

/** Texts below each other, without blank ones. */
export const joinTexts = (...texts: string[]): string => texts.filter((text) => text !== '').join('\n');
