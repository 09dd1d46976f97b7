import { bannerRatio } from '@lapau/contract/banners';
import { ImagePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ChangeEvent } from 'react';
import type { Area } from 'react-easy-crop';
import { photoTypes } from '../../../lib/uploads/chosen-file.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { cutOut, openPicture } from '../../../ui/photos/cut-out.ts';
import type { CroppedPicture, OpenedPicture } from '../../../ui/photos/cut-out.ts';
import { Photo } from '../../../ui/photos/photo.tsx';
import { WholePicture } from '../../../ui/photos/whole-picture.tsx';
import { lazyPart } from '../../../ui/waiting/lazy-part.tsx';

const Cropper = lazyPart(async () => (await import('../../../ui/photos/cropper.tsx')).Cropper);

type BannerPictureProps = {
  /** The stored picture of a banner that is edited. */
  stored: string | undefined;
  error: string | undefined;
  onChange: (cropped: CroppedPicture) => void;
};

/** Chooses a banner's picture and crops it, with the result as wide as on a phone of 360 px. */
export function BannerPicture({ stored, error, onChange }: BannerPictureProps) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<OpenedPicture>();
  const [area, setArea] = useState<Area>();
  const [isOpening, setIsOpening] = useState(false);
  const [refusal, setRefusal] = useState<string>();
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
    setIsOpening(true);
    const opened = await openPicture(file);
    setIsOpening(false);
    if (typeof opened === 'string') return setRefusal(opened);
    setRefusal(undefined);
    setArea(undefined);
    setChosen(opened);
    const { picture, photo, address } = opened;
    if (!picture) onChange({ address, cut: () => Promise.resolve(photo) });
  }

  const shownError = refusal ?? error;
  const picture = chosen?.picture;
  return (
    <div role="group" aria-label="Gambar banner" className="grid gap-2">
      <p className="text-small font-semibold">Gambar banner</p>
      {chosen && picture ? (
        <Cropper
          key={chosen.address}
          image={chosen.address}
          aspect={bannerRatio}
          shape="rect"
          onChange={(next) => {
            setArea(next);
            onChange({ address: chosen.address, cut: () => cutOut(picture, next) });
          }}
        />
      ) : chosen ? (
        <WholePicture address={chosen.address} ratio={bannerRatio} className="max-w-[22.5rem]" />
      ) : (
        stored && <Photo src={stored} alt="Gambar banner sekarang" ratio={bannerRatio} className="max-w-[22.5rem]" />
      )}
      {picture && area && (
        <>
          <p className="text-small font-semibold">Pratinjau di HP</p>
          <div
            role="img"
            aria-label="Pratinjau banner"
            className="w-full max-w-[22.5rem] bg-raised"
            style={{ aspectRatio: bannerRatio, ...partOf(picture, chosen.address, area) }}
          />
        </>
      )}
      <Button
        variant="quiet"
        icon={<ImagePlus aria-hidden="true" className="size-5" />}
        isLocal
        busy={isOpening}
        busyText="Membuka gambar..."
        aria-invalid={shownError ? true : undefined}
        onClick={() => input.current?.click()}
      >
        {chosen || stored ? 'Pilih foto lain' : 'Pilih foto'}
      </Button>
      <input ref={input} type="file" accept={photoTypes()} hidden onChange={(event) => void choose(event)} />
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
