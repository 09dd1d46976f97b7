import { hasVisibleCharacter } from '@lapau/contract/text-checks';
import { useId } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { GrowingTextarea } from '../../../ui/fields/growing-textarea.tsx';
import { copyMessages } from '../components/copy-messages.ts';
import { emptyDraft, useChatDraft } from './chat-drafts.ts';

/** A text to a person whom one cannot write to any more, to read, copy or delete. It can be sent after an unblocking. */
export function UnsendableDraft({ conversationId }: { conversationId: string }) {
  const id = useId();
  const [{ text }, { change }] = useChatDraft(conversationId);
  if (!hasVisibleCharacter(text)) return null;
  return (
    <div className="grid shrink-0 gap-2 border-t border-line bg-surface px-3 py-2">
      <label htmlFor={id} className="text-small text-muted">
        Yang Anda tulis, belum terkirim
      </label>
      <GrowingTextarea id={id} readOnly value={text} className="w-full bg-transparent" />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" aria-label="Salin yang Anda tulis" onClick={() => void copyMessages([text])}>
          Salin
        </Button>
        <Button variant="quiet" aria-label="Hapus yang Anda tulis" onClick={() => change(() => emptyDraft)}>
          Hapus
        </Button>
      </div>
    </div>
  );
}
