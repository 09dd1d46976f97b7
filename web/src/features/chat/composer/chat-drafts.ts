import { mergeTexts, ofThisVersion } from '../../../lib/drafts/stored-draft.ts';
import { createSharedDrafts, joinTexts } from '../../../lib/forms/shared-drafts.ts';

/** What a person has typed in a conversation and not sent yet. */
export type ChatDraft = {
  text: string;
  /** The dish that the next message asks about. */
  postId: string | null;
};

export const emptyDraft: ChatDraft = { text: '', postId: null };

/** By conversation. They survive that the screen is left and that the page is killed. */
export const {
  draftOf,
  useDraft: useChatDraft,
  useDrafts: useChatDrafts,
} = createSharedDrafts<ChatDraft>({
  form: 'chat',
  empty: emptyDraft,
  restore: restoreChatDraft,
  join: (stored, typed) => ({ text: joinTexts(stored.text, typed.text), postId: typed.postId ?? stored.postId }),
  isBlank: ({ text, postId }) => text === '' && postId === null,
});

function restoreChatDraft(stored: unknown): ChatDraft | null {
  const draft = ofThisVersion(stored);
  if (!draft) return null;
  const { text } = mergeTexts({ text: '' }, draft);
  return { text, postId: typeof draft.postId === 'string' ? draft.postId : null };
}

/** The dish from which the chat is opened; from a person alone (null) a text that is not sent keeps its dish. */
export const askAbout =
  (postId: string | null) =>
  ({ text }: ChatDraft): Partial<ChatDraft> =>
    postId !== null || text === '' ? { postId } : {};

/** Puts a text back before anything typed since: of a message that could not be sent. */
export const withTextBack = (draft: ChatDraft, text: string, postId: string | null): ChatDraft => ({
  text: joinTexts(text, draft.text),
  postId: draft.postId ?? postId,
});
