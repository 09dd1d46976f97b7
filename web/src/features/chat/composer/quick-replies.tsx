import { isSellerRole } from '@lapau/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMember } from '../../../lib/session/session.tsx';
import { quickRepliesQuery } from '../api-quick-replies.ts';
import { QuickReplyDialog } from '../components/quick-reply-dialog.tsx';

type QuickRepliesProps = {
  /** Whether the other person has asked about a dish, and the box is empty. */
  isShown: boolean;
  onSend: (text: string) => void;
};

const chipStyles =
  'min-h-11 shrink-0 snap-start scroll-mx-3 rounded-full px-4 py-2 text-small font-semibold ring-1 ring-inset ring-line select-none transition-[transform,opacity] active:scale-95 active:opacity-80';

/** A cook's own short answers above the box, of which one tap sends one (D106). Who does not sell has none. */
export function QuickReplies(props: QuickRepliesProps) {
  const { profile, warung } = useMember();
  return warung && isSellerRole(profile.role) ? <CooksReplies {...props} /> : null;
}

function CooksReplies({ isShown, onSend }: QuickRepliesProps) {
  // They are fetched with the chat, so that they are there when somebody asks.
  const { data } = useQuery(quickRepliesQuery);
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      {isShown && data && (
        <div
          role="group"
          aria-label="Jawaban cepat"
          className="flex snap-x gap-2 overflow-x-auto px-3 pt-2 [scrollbar-width:none] lg:flex-wrap"
        >
          {data.texts.map((text) => (
            <button
              key={text}
              type="button"
              // The keyboard stays as it is: a chip does not take the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onSend(text)}
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
