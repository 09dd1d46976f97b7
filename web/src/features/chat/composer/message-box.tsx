import type { AskedPost } from '@lapau/contract/chat';
import { limits } from '@lapau/contract/limits';
import type { FeedPost } from '@lapau/contract/posts';
import { cleanText } from '@lapau/contract/typed-text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { newId } from '../../../lib/device/new-id.ts';
import { findPost } from '../../../lib/query/post-cache.ts';
import { useOutbox } from '../../../lib/session/use-outbox.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { SendForm } from '../../../ui/fields/send-form.tsx';
import { outgoingMessages } from '../api-sending.ts';
import { askedPostQuery } from '../api.ts';
import { AskedPostCard } from '../components/asked-post-card.tsx';
import { emptyDraft, useChatDraft } from './chat-drafts.ts';
import { QuickReplies } from './quick-replies.tsx';

type MessageBoxProps = {
  conversationId: string;
  /** Whether the other person's question about a dish waits for an answer. */
  isAsked: boolean;
};

/** The input of a conversation, with the dish that the message asks about above it, or a cook's short answers. */
export function MessageBox({ conversationId, isAsked }: MessageBoxProps) {
  const [draft, { change, show, store }] = useChatDraft(conversationId);
  const { submit } = useOutbox(outgoingMessages, conversationId);
  const box = useRef<HTMLTextAreaElement>(null);
  const takeOff = () => change(() => ({ postId: null }));
  const post = useAskedPost(draft.postId, takeOff);

  function send() {
    const content = cleanText(draft.text);
    const message = { id: newId(), conversation_id: conversationId, content, post_id: draft.postId, post };
    show(emptyDraft);
    // The draft stays on the device until the outbox has stored the message.
    void submit(message, { onStored: () => store() });
  }
  const sendReply = (content: string) =>
    void submit({ id: newId(), conversation_id: conversationId, content, post_id: null, post: null });
  return (
    <div className="shrink-0 border-t border-line bg-background">
      <QuickReplies isShown={isAsked && draft.text === '' && draft.postId === null} onSend={sendReply} box={box} />
      <SendForm
        placeholder="Ketik pesan..."
        what="Pesan"
        text={draft.text}
        maxLength={limits.message}
        onChange={(text) => change(() => ({ text }))}
        onSend={send}
        input={box}
        className="px-3 py-2"
      >
        {post && (
          <div className="col-span-full flex items-center gap-1">
            <AskedPostCard post={post} className="min-w-0 flex-1 bg-surface" />
            <IconButton name="Jangan sertakan" icon={<X className="size-5" />} onClick={takeOff} />
          </div>
        )}
      </SendForm>
    </div>
  );
}

/** The dish as it is now, followed live; null without one. `onGone` is called when it is deleted. */
function useAskedPost(id: string | null, onGone: () => void): AskedPost | null {
  const client = useQueryClient();
  const { data, error } = useQuery({
    ...askedPostQuery(id ?? ''),
    enabled: id !== null,
    placeholderData: () => (id === null ? undefined : findPost(client, id)),
  });
  const isGone = error instanceof ApiError && error.code === 'post_not_found';
  const forget = useEffectEvent(onGone);
  useEffect(() => {
    if (isGone) forget();
  }, [isGone]);
  return id === null || !data ? null : toAskedPost(data);
}

const toAskedPost = ({ id, foodName, price, images, placeholders, isOpen, warungIsOpen }: FeedPost): AskedPost => ({
  id,
  food_name: foodName,
  price,
  image_url: images[0] ?? null,
  placeholder: placeholders[0] ?? null,
  isOpen,
  warungIsOpen,
});
