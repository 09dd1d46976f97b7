import { useEffect, useState } from 'react';
import { useObjectUrl } from '../../lib/device/use-object-url.ts';
import type { ListedContent } from '../../lib/outbox/kind.ts';
import type { LostChange } from '../../lib/outbox/lost-changes.ts';
import { outbox } from '../../lib/outbox/page-outbox.ts';
import { queueOf } from '../../lib/outbox/queue.ts';
import { shownTimeOf } from '../../lib/outbox/request.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { CopyButton } from '../../ui/overlays/copy-button.tsx';
import { SheetPanel } from '../../ui/overlays/sheet-panel.tsx';
import { TimeAgo } from '../../ui/parts/time-ago.tsx';
import { Photo } from '../../ui/photos/photo.tsx';

export type LostListProps = { open: boolean; onClose: () => void; changes: readonly LostChange[] };

/** Lists changes that could not be sent and have no place any more: each text can be copied, and stays until it is put away. */
export function LostList({ open, onClose, changes }: LostListProps) {
  const [asked, setAsked] = useState<LostChange>();
  const remove = async () => {
    if (!asked) return;
    const { held } = asked.entry;
    const behind = changes.find(({ entry }) => !entry.held && queueOf(entry) === queueOf(asked.entry));
    // The change behind is held, too: otherwise it would leave the list until the server has refused it as well.
    if (held && behind) await outbox.hold([behind.entry.id], held);
    await outbox.remove([asked.entry.id]);
    asked.listed.forget?.(asked.entry.change);
  };
  return (
    <SheetPanel open={open} onClose={onClose} title="Tidak terkirim">
      <p className="text-small text-muted">Salin tulisannya kalau masih perlu, lalu hapus dari daftar ini.</p>
      <ul aria-label="Tidak terkirim" className="divide-y divide-line">
        {changes.map((change) => (
          <LostItem key={change.entry.id} change={change} onRemove={() => setAsked(change)} />
        ))}
      </ul>
      <Confirm
        open={asked !== undefined && changes.some(({ entry }) => entry.id === asked.entry.id)}
        onClose={() => setAsked(undefined)}
        title={`Hapus ${asked?.listed.what.toLowerCase() ?? ''} ini?`}
        text="Yang Anda tulis akan hilang."
        verb="Hapus"
        onConfirm={remove}
      />
    </SheetPanel>
  );
}

function LostItem({ change: { entry, held, listed }, onRemove }: { change: LostChange; onRemove: () => void }) {
  const { text, photos = [] } = useContent(listed, entry.change) ?? { text: '' };
  return (
    <li className="grid gap-2 py-4">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <b className="font-semibold">{listed.what}</b>
        <span className="text-small text-muted">
          <TimeAgo time={shownTimeOf(entry)} />
        </span>
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      {photos.length > 0 && (
        <div className="grid grid-cols-3 gap-2">
          {photos.map(({ id, file }) => (
            <ListedPhoto key={id} file={file} />
          ))}
        </div>
      )}
      <p className="text-small text-red-text">{held.because === 'refused' ? held.reason : 'Belum terkirim.'}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} />
        <Button variant="quiet" onClick={onRemove}>
          Hapus
        </Button>
      </div>
    </li>
  );
}

function ListedPhoto({ file }: { file: Blob }) {
  const url = useObjectUrl(file);
  return url && <Photo src={url} alt="" ratio={1} className="rounded-control" />;
}

/** Reads what the list shows of a change, as it is when the list opens. */
function useContent(listed: LostChange['listed'], change: unknown): ListedContent | undefined {
  const [content, setContent] = useState<ListedContent>();
  useEffect(() => {
    let isStale = false;
    void listed.contentOf(change).then((found) => {
      if (!isStale) setContent(found);
    });
    return () => {
      isStale = true;
    };
  }, [listed, change]);
  return content;
}
