import { Check, ChevronLeft, ChevronRight, GripVertical, X } from 'lucide-react';
import { useMemo, useSyncExternalStore } from 'react';
import type { PointerEvent } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Photo } from '../../../ui/photo.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { DraftPhoto, PhotoWork } from './draft.ts';

type PhotoTileProps = {
  photo: DraftPhoto;
  index: number;
  count: number;
  isDragged: boolean;
  onGrab: (event: PointerEvent) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onWork: (work: PhotoWork) => void;
};

/** A chosen photo: its preview, the controls of its position, and the state of its upload. */
export function PhotoTile({ photo, index, count, isDragged, onGrab, onMove, onRemove, onWork }: PhotoTileProps) {
  const preview = useObjectUrl(photo.file);
  const url = photo.work.at === 'stored' ? `/storage/posts/${photo.work.path}` : preview;
  const number = index + 1;
  return (
    <div
      className={classNames('overflow-hidden rounded-card bg-surface ring-1', isDragged ? 'ring-gold' : 'ring-line')}
    >
      <div className="relative">
        {url ? <Photo src={url} alt={`Foto ${number}`} /> : <div className="aspect-square bg-raised" />}
        {index === 0 && (
          <Badge tone="gold" className="absolute top-2.5 left-2">
            Sampul
          </Badge>
        )}
        <span className="absolute top-0 right-0">
          <IconButton onPhoto name={`Hapus foto ${number}`} icon={<X className="size-5" />} onClick={onRemove} />
        </span>
        {count > 1 && (
          <div className="absolute inset-x-0 bottom-0 flex justify-between">
            <IconButton
              onPhoto
              name={`Majukan foto ${number}`}
              icon={<ChevronLeft className="size-5" />}
              disabled={index === 0}
              onClick={() => onMove(index - 1)}
            />
            {/* For the pointer; the arrows beside it do the same by keyboard. */}
            <span
              aria-hidden="true"
              onPointerDown={onGrab}
              className="relative isolate grid size-11 cursor-grab touch-none place-items-center before:absolute before:inset-1.5 before:-z-1 before:rounded-full before:bg-background/70"
            >
              <GripVertical className="size-5" />
            </span>
            <IconButton
              onPhoto
              name={`Mundurkan foto ${number}`}
              icon={<ChevronRight className="size-5" />}
              disabled={index === count - 1}
              onClick={() => onMove(index + 1)}
            />
          </div>
        )}
      </div>
      <UploadStatus work={photo.work} number={number} onWork={onWork} />
    </div>
  );
}

function UploadStatus({
  work,
  number,
  onWork,
}: {
  work: PhotoWork;
  number: number;
  onWork: (work: PhotoWork) => void;
}) {
  const line = 'flex min-h-11 items-center gap-2 px-3 text-small text-muted';
  switch (work.at) {
    case 'preparing':
    case 'waiting':
      return (
        <p className={line}>
          <Spinner className="size-4" />
          {work.at === 'preparing' ? 'Menyiapkan...' : 'Menunggu...'}
        </p>
      );
    case 'uploading':
      return (
        <div className={classNames(line, 'pr-0')}>
          <div className="flex-1">
            <Progress name={`Mengunggah foto ${number}`} value={work.sent} />
          </div>
          <IconButton
            name={`Batalkan unggahan foto ${number}`}
            icon={<X className="size-5" />}
            onClick={() => onWork({ at: 'stopped' })}
          />
        </div>
      );
    case 'uploaded':
      return (
        <p className={line}>
          <Check aria-hidden="true" className="size-4 text-pandan" />
          Terunggah
        </p>
      );
    case 'stored':
      return null;
    case 'stopped':
    case 'failed':
      return (
        <div className="grid gap-2 p-2">
          <p className={classNames('px-1 text-small', work.at === 'failed' ? 'text-red-text' : 'text-muted')}>
            {work.at === 'failed' ? work.reason : 'Unggahan dibatalkan.'}
          </p>
          {!(work.at === 'failed' && work.retry === 'never') && (
            <Button variant="quiet" onClick={() => onWork({ at: 'waiting' })}>
              Coba lagi
            </Button>
          )}
        </div>
      );
  }
}

/** An external store of a file's object URL, which exists while there is a subscriber. */
function createObjectUrlStore(file: Blob | null) {
  let url: string | undefined;
  const subscribe = () => {
    if (!file) return () => undefined;
    const created = URL.createObjectURL(file);
    url = created;
    return () => {
      URL.revokeObjectURL(created);
      url = undefined;
    };
  };
  return { subscribe, read: () => url };
}

function useObjectUrl(file: Blob | null): string | undefined {
  const { subscribe, read } = useMemo(() => createObjectUrlStore(file), [file]);
  return useSyncExternalStore(subscribe, read);
}
