import { useObjectUrl } from '../../../lib/device/use-object-url.ts';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import type { DrawnPictures } from './use-drawn-pictures.ts';

type DrawnPictureProps = { file: File; name: string; className: string };

/** A picture that was drawn on this device. */
export function DrawnPicture({ file, name, className }: DrawnPictureProps) {
  const url = useObjectUrl(file);
  return url === undefined ? (
    <Skeleton className={className} />
  ) : (
    <img src={url} alt={name} decoding="async" className={className} />
  );
}

type PictureFailureProps = { status: Extract<DrawnPictures['status'], 'failed' | 'noisy'>; what: 'menu' | 'undangan' };

/** Says that the device cannot draw, and that the text goes without a picture. */
export const PictureFailure = ({ status, what }: PictureFailureProps) => (
  <p role="status" className="rounded-small bg-surface px-3 py-2">
    {`${
      status === 'noisy' ? 'Browser ini menyamarkan gambar.' : 'Gambarnya tidak bisa dibuat di HP ini.'
    } Bagikan ${what}nya sebagai teks.`}
  </p>
);
