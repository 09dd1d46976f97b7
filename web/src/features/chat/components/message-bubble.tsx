import { EllipsisVertical } from 'lucide-react';
import { memo, useRef } from 'react';
import { formatTime } from '../../../lib/format/time.ts';
import { useLongPress } from '../../../ui/overlays/use-long-press.ts';
import { classNames } from '../../../ui/styles/class-names.ts';
import { AskedPostCard } from './asked-post-card.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { MessageText } from './message-text.tsx';
import type { ShownMessage } from './thread-rows.ts';

type MessageBubbleProps = {
  message: ShownMessage;
  otherName: string;
  endsGroup: boolean;
  /** Whether this is the last of one's own messages, which has its state in words. */
  isLastOwn: boolean;
  /** Chooses a message of the other person to report; undefined at other times. */
  onChoose: ((message: ShownMessage) => void) | undefined;
  onMenu: (message: ShownMessage, trigger: HTMLElement) => void;
  /** Sends again; undefined where one cannot write, as the footer explains. */
  onResend: ((message: ShownMessage) => void) | undefined;
};

export const MessageBubble = memo(
  ({ message, otherName, endsGroup, isLastOwn, onChoose, onMenu, onResend }: MessageBubbleProps) => {
    const { isOwn, content, time, post, delivery, held } = message;
    const bubble = useRef<HTMLDivElement>(null);
    const openMenu = () => bubble.current && onMenu(message, bubble.current);
    const press = useLongPress(openMenu);
    return (
      <div
        className={classNames(
          'group flex items-center gap-1 px-3',
          isOwn && 'flex-row-reverse',
          endsGroup ? 'pb-3' : 'pb-0.5',
        )}
      >
        <div
          ref={bubble}
          {...press}
          className={classNames(
            'max-w-[82%] min-w-0 overflow-y-clip rounded-card px-3 [overflow-clip-margin:5px] py-1.5 select-none [-webkit-touch-callout:none] pointer-fine:select-text',
            isOwn ? 'bg-[#43340f]' : 'bg-raised',
            endsGroup && (isOwn ? 'rounded-br-[4px]' : 'rounded-bl-[4px]'),
            held && 'ring-1 ring-red ring-inset',
            onChoose && 'relative ring-2 ring-gold',
          )}
        >
          {onChoose && (
            <button
              type="button"
              aria-label={`Laporkan: ${content}`}
              onClick={() => onChoose(message)}
              className="absolute inset-0 rounded-card"
            />
          )}
          <span className="sr-only">{isOwn ? 'Anda:' : `${otherName}:`}</span>
          {post && <AskedPostCard post={post} className="-mx-1.5 mb-1 bg-background/50" />}
          <MessageText text={content} />
          <div className="flex items-center justify-end gap-1.5 text-small text-muted">
            <time dateTime={time}>{formatTime(time)}</time>
            {delivery !== 'received' && (
              <DeliveryState
                delivery={delivery}
                showsWord={isLastOwn || delivery === 'waiting' || delivery === 'held'}
              />
            )}
          </div>
          {held?.because === 'refused' && onResend && (
            <div className="flex flex-wrap items-center justify-end gap-x-3 border-t border-line text-small">
              <span className="text-red-text">Gagal mengirim pesan.</span>
              {/* The server would refuse the same text again; the button below lets one change it. */}
              {held.code !== 'invalid_input' && (
                <button
                  type="button"
                  onClick={() => onResend(message)}
                  className="min-h-11 rounded-small px-1 font-semibold text-gold active:opacity-70"
                >
                  Kirim ulang
                </button>
              )}
            </div>
          )}
        </div>
        {/* This button is for a mouse, the keyboard and screen readers; a finger presses the message for long. */}
        <button
          type="button"
          aria-label="Menu pesan"
          aria-haspopup="menu"
          onClick={openMenu}
          className="grid size-11 shrink-0 place-items-center rounded-full text-muted opacity-0 group-hover:opacity-100 hover:bg-raised focus-visible:opacity-100 pointer-coarse:pointer-events-none"
        >
          <EllipsisVertical aria-hidden="true" className="size-5" />
        </button>
      </div>
    );
  },
);
