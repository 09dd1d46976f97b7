import { ChevronLeft, ChevronRight, GripVertical, X } from 'lucide-react';
import type { PointerEvent } from 'react';
import type { DraftPhoto, PhotoWork } from '../../../lib/drafts/draft-photos.ts';
import { usePhotoAddress } from '../../../lib/uploads/use-photo-address.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Badge } from '../../../ui/parts/badge.tsx';
import { Photo } from '../../../ui/photos/photo.tsx';
import { UploadStatus } from '../../../ui/photos/upload-status.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';

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
  const url = usePhotoAddress(photo, 'posts');
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
            {/* This handle is for the pointer; the arrows beside it do the same by keyboard. */}
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
      <UploadStatus work={photo.work} name={`foto ${number}`} onWork={onWork} />
    </div>
  );
}
