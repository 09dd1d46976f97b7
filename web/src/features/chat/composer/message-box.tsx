import type { AskedPost } from '@lapau/contract/chat';
import { limits } from '@lapau/contract/limits';
import type { FeedPost } from '@lapau/contract/posts';
import { hasVisibleCharacter, tooLong } from '@lapau/contract/text-checks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SendHorizontal, X } from 'lucide-react';
import { useId, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { newId } from '../../../lib/new-id.ts';
import { findPost } from '../../../lib/post-cache.ts';
import { useOutbox } from '../../../lib/use-outbox.ts';
import { classNames } from '../../../ui/class-names.ts';
import { controlStyles } from '../../../ui/field.tsx';
import { GrowingTextarea } from '../../../ui/growing-textarea.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { outgoingMessages } from '../api-sending.ts';
import { askedPostQuery } from '../api.ts';
import { AskedPostCard } from '../components/asked-post-card.tsx';
import { emptyDraft, useChatDraft } from './chat-drafts.ts';

const placeholder = 'Ketik pesan...';

/** The input of a conversation, with the dish that the message asks about above it. */
export function MessageBox({ conversationId }: { conversationId: string }) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [draft, { change, show, store }] = useChatDraft(conversationId);
  const { submit } = useOutbox(outgoingMessages, conversationId);
  const post = useAskedPost(draft.postId);
  const overLimit = tooLong(draft.text, limits.message);
  const errorId = useId();
  const content = draft.text.trim();
  const canSend = hasVisibleCharacter(content) && overLimit === undefined;

  function send() {
    if (!canSend) return;
    const message = { id: newId(), conversation_id: conversationId, content, post_id: draft.postId, post };
    show(emptyDraft);
    // Until the outbox has stored the message, the draft stays on the device.
    void submit(message, () => store());
  }
  function onKeyDown(event: KeyboardEvent) {
    // Enter sends on devices with a mouse; on a phone it is the only way to type a new line.
    const isSendKey = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isSendKey || !window.matchMedia('(pointer: fine)').matches) return;
    event.preventDefault();
    send();
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
        input.current?.focus();
      }}
      className="grid shrink-0 grid-cols-[minmax(0,1fr)_auto] items-end gap-x-1 gap-y-1.5 border-t border-line bg-background px-3 py-2"
    >
      {post && (
        <div className="col-span-full flex items-center gap-1">
          <AskedPostCard post={post} className="min-w-0 flex-1 bg-surface" />
          <IconButton
            name="Jangan sertakan"
            icon={<X className="size-5" />}
            onClick={() => change(() => ({ postId: null }))}
          />
        </div>
      )}
      <GrowingTextarea
        ref={input}
        aria-label={placeholder}
        placeholder={placeholder}
        aria-invalid={overLimit ? true : undefined}
        aria-describedby={overLimit && errorId}
        value={draft.text}
        onChange={(event) => change(() => ({ text: event.target.value }))}
        onKeyDown={onKeyDown}
        className={classNames(controlStyles, 'max-h-32')}
      />
      <IconButton
        type="submit"
        name="Kirim"
        icon={<SendHorizontal className="size-6" />}
        disabled={!canSend}
        // The keyboard stays open: the button does not take the focus from the input.
        onMouseDown={(event) => event.preventDefault()}
        className="mb-0.5 text-gold"
      />
      {overLimit && (
        <p id={errorId} className="col-span-full text-small text-red-text">
          {overLimit}
        </p>
      )}
    </form>
  );
}

/** The dish as it is now, followed live; null without one, or when it is deleted. */
function useAskedPost(id: string | null): AskedPost | null {
  const client = useQueryClient();
  const { data } = useQuery({
    ...askedPostQuery(id ?? ''),
    enabled: id !== null,
    placeholderData: () => (id === null ? undefined : findPost(client, id)),
  });
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
