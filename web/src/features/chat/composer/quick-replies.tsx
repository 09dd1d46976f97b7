import { useState } from 'react';
import type { RefObject } from 'react';
import { QuickReplyDialog } from '../components/quick-reply-dialog.tsx';
import { useQuickReplies } from '../components/use-quick-replies.ts';

type QuickRepliesProps = {
  /** Whether the other person has asked about a dish, and the box is empty. */
  isShown: boolean;
  onSend: (text: string) => void;
  /** The box of the chat, which a keyboard goes on with once its chip is gone. */
  box: RefObject<HTMLTextAreaElement | null>;
};

const chipStyles =
  'min-h-11 shrink-0 snap-start scroll-mx-3 rounded-full px-4 py-2 text-small font-semibold ring-1 ring-inset ring-line select-none transition-[transform,opacity] active:scale-95 active:opacity-80';

/** A cook's own short answers above the box, of which one tap sends one (D106). Who does not sell has none. */
export function QuickReplies({ isShown, onSend, box }: QuickRepliesProps) {
  const replies = useQuickReplies();
  const [isEditing, setIsEditing] = useState(false);
  if (!replies) return null;
  return (
    <>
      {isShown && (
        <div
          role="group"
          aria-label="Jawaban cepat"
          className="flex snap-x gap-2 overflow-x-auto px-3 pt-2 [scrollbar-width:none] lg:flex-wrap"
        >
          {replies.texts.map((text) => (
            <button
              key={text}
              type="button"
              // The keyboard stays as it is: a chip does not take the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={({ currentTarget }) => {
                if (document.activeElement === currentTarget) box.current?.focus();
                onSend(text);
              }}
              className={`${chipStyles} max-w-[min(18rem,80vw)] truncate bg-raised hover:bg-fill`}
            >
              <bdi>{text}</bdi>
            </button>
          ))}
          <button
            type="button"
            onClick={() => setIsEditing(true)}
            className={`${chipStyles} text-gold hover:bg-raised`}
          >
            Ubah
          </button>
        </div>
      )}
      <QuickReplyDialog open={isEditing} onClose={() => setIsEditing(false)} />
    </>
  );
}
