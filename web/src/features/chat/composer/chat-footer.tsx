import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../ui/buttons/button.tsx';
import { setBlock } from '../api-blocks.ts';
import type { Details } from '../api.ts';
import type { Outgoing } from '../components/thread-rows.ts';
import { HeldBar } from './held-bar.tsx';
import { MessageBox } from './message-box.tsx';
import { UnsendableDraft } from './unsendable-draft.tsx';

type ChatFooterProps = {
  details: Details;
  outgoing: readonly Outgoing[];
  /** Whether the other person's question about a dish waits for an answer. */
  isAsked: boolean;
};

/** The place where one writes, or the reason why one cannot. */
export function ChatFooter({ details, outgoing, isAsked }: ChatFooterProps) {
  const { id, writing, other_user: other } = details;
  const isWritable = writing === 'allowed';
  const unblock = useMutation(setBlock);
  return (
    <>
      <HeldBar conversationId={id} outgoing={outgoing} isWritable={isWritable} />
      {!isWritable && <UnsendableDraft conversationId={id} />}
      {isWritable ? (
        <MessageBox conversationId={id} isAsked={isAsked} />
      ) : (
        <div className="flex min-h-16 shrink-0 flex-wrap items-center justify-center gap-3 border-t border-line bg-background px-4 py-2 text-center text-muted">
          {writing === 'blocked_by_you' && other ? (
            <>
              <p className="own-box">
                Anda memblokir <bdi>{other.full_name}</bdi>.
              </p>
              <Button
                variant="quiet"
                busy={unblock.isPending}
                onClick={() => unblock.mutate({ person_id: other.id, blocked: false })}
              >
                Buka blokir
              </Button>
            </>
          ) : other ? (
            <p>Pesan tidak dapat dikirim.</p>
          ) : (
            <p>Pengguna ini sudah tidak dapat dikirimi pesan.</p>
          )}
        </div>
      )}
    </>
  );
}
