import { mergeTexts, ofThisVersion } from '../../../lib/drafts/stored-draft.ts';
import { createInputDrafts, joinTexts } from '../../../lib/forms/input-drafts.ts';

/** What a person has typed in a conversation and not sent yet. */
export type ChatDraft = {
  text: string;
  /** The dish that the next message asks about. */
  postId: string | null;
};

export const emptyDraft: ChatDraft = { text: '', postId: null };

/** Drafts by conversation. They survive when the screen is left and when the page is killed. */
export const {
  draftOf,
  useDraft: useChatDraft,
  useDrafts: useChatDrafts,
} = createInputDrafts<ChatDraft>({
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

/** Asks about the dish from which the chat is opened; opened from a person alone (null), an unsent text keeps its dish. */
export const askAbout =
  (postId: string | null) =>
  ({ text }: ChatDraft): Partial<ChatDraft> =>
    postId !== null || text === '' ? { postId } : {};

/** Puts the text of a message that could not be sent before anything typed since. */
export const withTextBack = (draft: ChatDraft, text: string, postId: string | null): ChatDraft => ({
  text: joinTexts(text, draft.text),
  postId: draft.postId ?? postId,
});
