import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { outbox } from '../../../lib/outbox/page-outbox.ts';
import type { OutboxEntry } from '../../../lib/outbox/queue.ts';
import { usePhotoAddress } from '../../../lib/uploads/use-photo-address.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { Progress } from '../../../ui/parts/progress.tsx';
import { Photo } from '../../../ui/photos/photo.tsx';
import { useWaitingWord, Waiting } from '../../../ui/waiting/waiting-for-signal.tsx';
import { loadDraft, removeDraft } from '../composer/device-draft.ts';
import type { Draft } from '../composer/draft.ts';
import { sentOf, stopSending, subscribeToSent } from '../composer/sending-dishes.ts';
import type { SendingDish } from '../composer/sending-dishes.ts';

type SendingDishCardProps = {
  entry: OutboxEntry & { change: SendingDish };
  /** The reason why the dish gets no answer (whyStuck in lib/outbox/state.ts); undefined while it is being posted. */
  whyStuck: string | null | undefined;
};

/** A dish of one's own that is being posted, waits for the signal, or was refused. */
export function SendingDishCard({ entry, whyStuck }: SendingDishCardProps) {
  const { change, held, id } = entry;
  const { draftName, foodName } = change;
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const draft = useDraftOf(draftName);
  const cover = usePhotoAddress(draft?.photos[0], 'posts');

  async function takeBack() {
    await outbox.hold([id]);
    stopSending(draftName);
    await navigate(`/my-warung/tambah-menu?draf=${draftName.split(' ').at(-1)}`);
  }
  function remove() {
    void outbox.remove([id]);
    stopSending(draftName);
    removeDraft(draftName);
  }
  return (
    <li className="flex flex-col overflow-hidden rounded-card bg-surface">
      {cover ? (
        <Photo src={cover} alt="" ratio={16 / 9} className="opacity-50" />
      ) : (
        <div className="aspect-video bg-raised" />
      )}
      <div className="grid gap-2 p-3">
        <span className="line-clamp-2 leading-snug font-semibold">
          <bdi>{foodName}</bdi>
        </span>
        <DishStatus draftName={draftName} held={held} whyStuck={whyStuck} />
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" onClick={() => void takeBack()}>
            <span>{held ? 'Ubah' : 'Batal'}</span>
            <span className="sr-only"> {foodName}</span>
          </Button>
          {held && (
            <Button variant="quiet" onClick={() => setIsAsking(true)}>
              Hapus<span className="sr-only"> {foodName}</span>
            </Button>
          )}
        </div>
      </div>
      <Confirm
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Hapus ${foodName}?`}
        text="Foto dan tulisan yang belum diposting akan hilang."
        verb="Hapus"
        onConfirm={remove}
      />
    </li>
  );
}

type DishStatusProps = Pick<SendingDishCardProps, 'whyStuck'> & Pick<OutboxEntry, 'held'> & { draftName: string };

function DishStatus({ draftName, held, whyStuck }: DishStatusProps) {
  const sent = useSyncExternalStore(subscribeToSent, () => sentOf(draftName));
  const waitingWord = useWaitingWord();
  if (held) {
    return (
      <p role="status" className="text-small text-red-text">
        {held.because === 'refused' ? held.reason : 'Belum diposting.'}
      </p>
    );
  }
  if (whyStuck !== undefined) return <Waiting>{whyStuck ?? waitingWord}</Waiting>;
  if (!sent) return <p className="text-small text-muted">Memposting...</p>;
  return (
    <div className="grid gap-1 text-small text-muted">
      <span>{`Mengirim foto ${sent.photo} dari ${sent.of}`}</span>
      <Progress name={`Mengirim foto ${sent.photo}`} value={sent.share} />
    </div>
  );
}

/** The draft of a dish, as it is when the card appears. */
function useDraftOf(name: string): Draft | null {
  const [draft, setDraft] = useState<Draft | null>(null);
  useEffect(() => {
    let isStale = false;
    void loadDraft(name).then((found) => {
      if (!isStale) setDraft(found);
    });
    return () => {
      isStale = true;
    };
  }, [name]);
  return draft;
}
