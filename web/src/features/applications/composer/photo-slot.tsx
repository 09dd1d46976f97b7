import { X } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { DraftPhoto, PhotoWork } from '../../../lib/drafts/draft-photos.ts';
import { usePhotoAddress } from '../../../lib/uploads/use-photo-address.ts';
import type { Bucket } from '../../../lib/uploads/use-photo-address.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { PhotoPicker } from '../../../ui/photos/photo-picker.tsx';
import { Photo } from '../../../ui/photos/photo.tsx';
import { UploadStatus } from '../../../ui/photos/upload-status.tsx';

type PhotoSlotProps = {
  name: string;
  hint: string;
  photo: DraftPhoto | undefined;
  /** The bucket to which the photo is uploaded. */
  bucket: Bucket;
  /** The photo of the rejected application, which stays until another is chosen. */
  earlierUrl: string | undefined;
  error: string | undefined;
  onPick: (file: Blob) => void;
  onRemove: () => void;
  onWork: (work: PhotoWork) => void;
};

/** One photo of a form: the picker, then its preview and the state of its upload. */
export function PhotoSlot({ name, hint, photo, bucket, earlierUrl, error, onPick, onRemove, onWork }: PhotoSlotProps) {
  const titleId = useId();
  const lower = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return (
    <section role="group" aria-labelledby={titleId} className="grid gap-1.5">
      <h3 id={titleId} className="text-small font-semibold">
        {name}
      </h3>
      <p className="text-small text-muted">{hint}</p>
      {photo ? (
        <Frame preview={<ChosenPhoto photo={photo} bucket={bucket} name={name} />}>
          <span className="absolute top-0 right-0">
            <IconButton onPhoto name={`Hapus ${lower}`} icon={<X className="size-5" />} onClick={onRemove} />
          </span>
          <UploadStatus work={photo.work} name={lower} onWork={onWork} />
        </Frame>
      ) : (
        <>
          {earlierUrl && (
            <Frame preview={<Photo src={earlierUrl} alt={name} ratio={4 / 3} />}>
              <p className="p-3 text-small text-muted">Dari pengajuan sebelumnya. Pilih foto untuk menggantinya.</p>
            </Frame>
          )}
          <PhotoPicker compact error={error} onPick={onPick} />
        </>
      )}
      {error && <p className="text-small text-red-text">{error}</p>}
    </section>
  );
}

function Frame({ preview, children }: { preview: ReactNode; children: ReactNode }) {
  return (
    <div className="relative overflow-hidden rounded-card bg-surface ring-1 ring-line">
      {preview}
      {children}
    </div>
  );
}

function ChosenPhoto({ photo, bucket, name }: { photo: DraftPhoto; bucket: Bucket; name: string }) {
  const url = usePhotoAddress(photo, bucket);
  return url ? <Photo src={url} alt={name} ratio={4 / 3} /> : <div className="aspect-4/3 bg-raised" />;
}
