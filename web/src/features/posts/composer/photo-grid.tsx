import { limits } from '@lapau/contract/limits';
import { useEffect, useRef, useState } from 'react';
import type { Dispatch } from 'react';
import { newId } from '../../../lib/device/new-id.ts';
import type { DraftPhoto } from '../../../lib/drafts/draft-photos.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { PhotoPicker } from '../../../ui/photos/photo-picker.tsx';
import type { DraftChange } from './draft.ts';
import { PhotoTile } from './photo-tile.tsx';
import { useSharedPhotos } from './use-shared-photos.ts';

type PhotoGridProps = {
  photos: DraftPhoto[];
  error?: string;
  /** Whether photos that another app shares are added to the draft. */
  takesShared: boolean;
  change: Dispatch<DraftChange>;
};

/** The photos of a draft in their order, which dragging changes, and the picker while there may be more. */
export function PhotoGrid({ photos, error, takesShared, change }: PhotoGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string>();

  useEffect(() => {
    if (dragged === undefined) return;
    // The listeners are on the window: the tile itself may be moved in the document while it is dragged.
    const drag = (event: PointerEvent) => {
      const to = [...(list.current?.children ?? [])].findIndex((tile) => isInside(tile, event));
      if (to !== -1 && photos[to]?.id !== dragged) change({ type: 'movePhoto', id: dragged, to });
    };
    const drop = () => setDragged(undefined);
    window.addEventListener('pointermove', drag);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', drop);
    return () => {
      window.removeEventListener('pointermove', drag);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', drop);
    };
  }, [dragged, photos, change]);

  const room = limits.photosPerPost - photos.length;
  const refuseMore = () => toast.error(`Paling banyak ${limits.photosPerPost} foto.`);
  const add = (files: Blob[]) => change({ type: 'addPhotos', photos: files.map((file) => ({ id: newId(), file })) });
  function takeShared(files: Blob[]) {
    if (files.length > room) refuseMore();
    add(files);
  }
  useSharedPhotos(takesShared ? takeShared : undefined);

  return (
    <section aria-labelledby="photos" className="grid gap-1.5">
      <h2 id="photos" className="flex justify-between text-small font-semibold">
        Foto
        <span className="font-normal text-muted tabular-nums">{`${photos.length}/${limits.photosPerPost}`}</span>
      </h2>
      {photos.length > 0 && (
        <ul ref={list} className="grid grid-cols-2 items-start gap-3 pb-1.5">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <PhotoTile
                photo={photo}
                index={index}
                count={photos.length}
                isDragged={photo.id === dragged}
                onGrab={(event) => {
                  event.preventDefault();
                  setDragged(photo.id);
                }}
                onMove={(to) => change({ type: 'movePhoto', id: photo.id, to })}
                onRemove={() => change({ type: 'removePhoto', id: photo.id })}
                onWork={(work) => change({ type: 'setWork', id: photo.id, work })}
              />
            </li>
          ))}
        </ul>
      )}
      {room > 0 && (
        <PhotoPicker
          compact={photos.length > 0}
          room={room}
          error={error}
          onPick={(file) => add([file])}
          onTooMany={refuseMore}
        />
      )}
      {error && <p className="text-small text-red-text">{error}</p>}
    </section>
  );
}

function isInside(tile: Element, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = tile.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
