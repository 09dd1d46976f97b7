import { Photo } from './photo.tsx';

type WholePictureProps = {
  address: string;
  /** Width divided by height of the part that is going to show. */
  ratio: number;
  className?: string;
};

/** Shows a chosen picture that this browser cannot crop, as it is going to show; most browsers show nothing of a HEIC. */
export const WholePicture = ({ address, ratio, className }: WholePictureProps) => (
  <div className="grid gap-2">
    <Photo src={address} alt="Foto yang dipilih" ratio={ratio} {...(className && { className })} />
    <p className="text-small text-muted">Foto ini tidak dapat dipotong di browser ini. Bagian tengahnya yang tampil.</p>
  </div>
);
