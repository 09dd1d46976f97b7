import { bannerRatio } from '@lapau/contract/banners';
import { ImagePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ChangeEvent } from 'react';
import type { Area } from 'react-easy-crop';
import { shrinkPhoto } from '../../../lib/shrink-photo.ts';
import { Button } from '../../../ui/button.tsx';
import type { CroppedPicture } from '../../../ui/cut-out.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Photo } from '../../../ui/photo.tsx';

const Cropper = lazyPart(async () => (await import('../../../ui/cropper.tsx')).Cropper);

type BannerPictureProps = {
  /** The stored picture of a banner that is edited. */
  stored: string | undefined;
  error: string | undefined;
  onChange: (cropped: CroppedPicture) => void;
};

/** Chooses a banner's picture and crops it, with the result as wide as on a phone of 360 px. */
export function BannerPicture({ stored, error, onChange }: BannerPictureProps) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ picture: ImageBitmap; address: string }>();
  const [area, setArea] = useState<Area>();
  const [unreadable, setUnreadable] = useState(false);
  useEffect(
    () => () => {
      if (chosen) URL.revokeObjectURL(chosen.address);
    },
    [chosen],
  );

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    // Without this, choosing the same photo again would fire no event.
    event.target.value = '';
    if (!file) return;
    try {
      const photo = await shrinkPhoto(file);
      const picture = await createImageBitmap(photo);
      setUnreadable(false);
      setArea(undefined);
      setChosen({ picture, address: URL.createObjectURL(photo) });
    } catch {
      setUnreadable(true);
    }
  }

  const shownError = unreadable ? 'Foto ini tidak dapat dibuka. Pilih foto lain.' : error;
  return (
    <div role="group" aria-label="Gambar banner" className="grid gap-2">
      <p className="text-small font-semibold">Gambar banner</p>
      {chosen ? (
        <Cropper
          key={chosen.address}
          image={chosen.address}
          aspect={bannerRatio}
          shape="rect"
          onChange={(next) => {
            setArea(next);
            onChange({ ...chosen, area: next });
          }}
        />
      ) : (
        stored && <Photo src={stored} alt="Gambar banner sekarang" ratio={bannerRatio} className="max-w-[22.5rem]" />
      )}
      {chosen && area && (
        <>
          <p className="text-small font-semibold">Pratinjau di HP</p>
          <div
            role="img"
            aria-label="Pratinjau banner"
            className="w-full max-w-[22.5rem] bg-raised"
            style={{ aspectRatio: bannerRatio, ...partOf(chosen.picture, chosen.address, area) }}
          />
        </>
      )}
      <Button
        variant="quiet"
        icon={<ImagePlus aria-hidden="true" className="size-5" />}
        aria-invalid={shownError ? true : undefined}
        onClick={() => input.current?.click()}
      >
        {chosen || stored ? 'Pilih foto lain' : 'Pilih foto'}
      </Button>
      <input ref={input} type="file" accept="image/*" hidden onChange={(event) => void choose(event)} />
      {shownError && (
        <p role="alert" className="text-small text-red-text">
          {shownError}
        </p>
      )}
    </div>
  );
}

/** The part of a picture as a background that fills its element. */
function partOf({ width, height }: ImageBitmap, address: string, { x, y, ...part }: Area) {
  const place = (offset: number, whole: number, length: number) =>
    whole > length ? (offset / (whole - length)) * 100 : 0;
  return {
    backgroundImage: `url(${address})`,
    backgroundSize: `${(width / part.width) * 100}% ${(height / part.height) * 100}%`,
    backgroundPosition: `${place(x, width, part.width)}% ${place(y, height, part.height)}%`,
  };
}
