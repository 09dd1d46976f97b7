import type { ReactNode } from 'react';
import { heldAfterMs } from '../../../lib/outbox/chat-changes.ts';
import { outbox } from '../../../lib/outbox/page-outbox.ts';
import { ageOf } from '../../../lib/outbox/request.ts';
import { useOutbox } from '../../../lib/session/use-outbox.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { outgoingMessages } from '../api-sending.ts';
import { copyMessages } from '../components/copy-messages.ts';
import type { Outgoing } from '../components/thread-rows.ts';
import { useChatDraft, withTextBack } from './chat-drafts.ts';

type HeldBarProps = {
  conversationId: string;
  /** The messages that have not arrived, in order; the first one holds the others. */
  outgoing: readonly Outgoing[];
  /** Whether one can write in this conversation. */
  isWritable: boolean;
};

/** Says why messages are held, and what can be done: a later one never overtakes the one that the server has refused. */
export function HeldBar({ conversationId, outgoing, isWritable }: HeldBarProps) {
  const [, { change }] = useChatDraft(conversationId);
  const { later } = useOutbox(outgoingMessages, conversationId);
  const [head] = outgoing;
  if (head && !head.held && later) return <Bar text={`${outgoing.length} pesan menunggu: ${later}`} />;
  if (!head?.held) return null;
  const { held } = head;

  if (!isWritable) {
    // The footer gives the reason. The server would refuse to take the messages again.
    return (
      <Bar text={`${outgoing.length} pesan tidak terkirim.`}>
        <Button variant="quiet" onClick={() => void copyMessages(outgoing.map((entry) => entry.change.content))}>
          Salin
        </Button>
        <Button variant="quiet" onClick={() => void outbox.remove(outgoing.map(({ id }) => id))}>
          Hapus
        </Button>
      </Bar>
    );
  }
  if (held.because === 'old') {
    // All held messages of that age, so that one question is enough.
    const ids = outgoing.filter(isOld).map(({ id }) => id);
    return (
      <Bar text={`${ids.length} pesan belum terkirim sejak kemarin. Masih mau kirim?`}>
        <Button onClick={() => void outbox.release(ids)}>Tetap kirim</Button>
        <Button variant="quiet" onClick={() => void outbox.remove(ids)}>
          Hapus
        </Button>
      </Bar>
    );
  }
  const edit = () => {
    const { content, post_id: postId } = head.change;
    change((draft) => withTextBack(draft, content, postId));
    void outbox.remove([head.id]);
  };
  if (held.because !== 'refused') return null;
  // A block that is over by now is no reason any more.
  const isBlock = held.code === 'blocked_by_you' || held.code === 'message_refused';
  return (
    <Bar text={`${outgoing.length} pesan belum terkirim${isBlock ? '.' : `: ${held.reason}`}`}>
      <Button variant="quiet" onClick={edit}>
        Ubah
      </Button>
      <Button variant="quiet" onClick={() => void outbox.remove([head.id])}>
        Hapus
      </Button>
    </Bar>
  );
}

const isOld = (entry: Outgoing): boolean => ageOf(entry) > heldAfterMs;

const Bar = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div
    role="status"
    className="flex shrink-0 flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t border-line bg-surface px-3 py-2"
  >
    <p className="min-w-0 flex-1 basis-48">{text}</p>
    {children && <div className="flex shrink-0 flex-wrap gap-2">{children}</div>}
  </div>
);
