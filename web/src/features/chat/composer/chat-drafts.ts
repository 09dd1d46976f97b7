import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { deleteDraft, onDraftsDeleted, readDraft, readDraftsBelow, writeDraft } from '../../../lib/draft-store.ts';
import { useMember } from '../../../lib/session.tsx';
import { draftVersion, mergeTexts, ofThisVersion } from '../../../lib/stored-draft.ts';

/** What a person has typed in a conversation and not sent yet. */
export type ChatDraft = {
  text: string;
  /** The dish that the next message asks about. */
  postId: string | null;
};

const emptyDraft: ChatDraft = { text: '', postId: null };

/** By person and conversation, as they are stored on the device. A new map with each change. */
let drafts: ReadonlyMap<string, ChatDraft> = new Map();
const reading = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
const prefixOf = (userId: string): string => `${userId} chat `;

function setDrafts(changed: Iterable<[string, ChatDraft]>): void {
  drafts = new Map([...drafts, ...changed]);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onDraftsDeleted((owner) => {
  const isTheirs = (key: string) => key.startsWith(`${owner} `);
  drafts = new Map([...drafts].filter(([key]) => !isTheirs(key)));
  for (const key of [...reading.keys()].filter(isTheirs)) reading.delete(key);
});

/** A stored draft, whatever version of the app has written it; null if it is none of this version. */
export function restoreChatDraft(stored: unknown): ChatDraft | null {
  const draft = ofThisVersion(stored);
  if (!draft) return null;
  const { text } = mergeTexts({ text: '' }, draft);
  return { text, postId: typeof draft.postId === 'string' ? draft.postId : null };
}

/** Reads the stored draft once; what has been typed meanwhile stays behind it. */
function read(key: string): Promise<void> {
  const known = reading.get(key);
  if (known) return known;
  const promise = readDraft(key).then((stored) => {
    const restored = restoreChatDraft(stored);
    const typed = drafts.get(key);
    if (!restored || reading.get(key) !== promise) return;
    setDrafts([[key, typed ? { ...typed, text: joined(restored.text, typed.text) } : restored]]);
  });
  reading.set(key, promise);
  return promise;
}

const joined = (...texts: string[]): string => texts.filter((text) => text !== '').join('\n');

function store(key: string): void {
  const draft = drafts.get(key) ?? emptyDraft;
  if (draft.text === '') deleteDraft(key);
  else writeDraft(key, { version: draftVersion, ...draft });
}

/** Puts a text back before anything typed since: of a message that could not be sent. */
export const withTextBack = (draft: ChatDraft, text: string, postId: string | null): ChatDraft => ({
  text: joined(text, draft.text),
  postId: draft.postId ?? postId,
});

type Draft = {
  draft: ChatDraft;
  change: (change: (draft: ChatDraft) => Partial<ChatDraft>) => void;
  /** Empties the input. On the device the text stays until `isStored` says that the outbox has it. */
  clear: () => { isStored: () => void };
};

/** The draft of a conversation. It survives that the screen is left and that the page is killed. */
export function useChatDraft(conversationId: string): Draft {
  const { user } = useMember();
  const key = `${prefixOf(user.id)}${conversationId}`;
  useEffect(() => void read(key), [key]);
  const change = useCallback(
    (by: (draft: ChatDraft) => Partial<ChatDraft>) => {
      const draft = drafts.get(key) ?? emptyDraft;
      setDrafts([[key, { ...draft, ...by(draft) }]]);
      // Not before the stored draft is known, or it would be overwritten.
      void read(key).then(() => store(key));
    },
    [key],
  );
  const clear = useCallback(() => {
    setDrafts([[key, emptyDraft]]);
    return { isStored: () => store(key) };
  }, [key]);
  return { draft: useSyncExternalStore(subscribe, () => drafts.get(key) ?? emptyDraft), change, clear };
}

/** What is typed and not sent, by conversation. */
export function useChatDrafts(): ReadonlyMap<string, ChatDraft> {
  const { user } = useMember();
  const prefix = prefixOf(user.id);
  useEffect(() => {
    void readDraftsBelow(prefix).then((stored) => {
      setDrafts(
        [...stored].flatMap(([key, value]): [string, ChatDraft][] => {
          const draft = drafts.has(key) ? null : restoreChatDraft(value);
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
