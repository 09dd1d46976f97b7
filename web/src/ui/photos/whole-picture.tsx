import { Photo } from './photo.tsx';

type WholePictureProps = {
  address: string;
  /** Width divided by height of the part that is going to show. */
  ratio: number;
  className?: string;
};

/** A chosen picture that cannot be cropped in this browser, as it is going to show; of HEIC most browsers show nothing. */
export const WholePicture = ({ address, ratio, className }: WholePictureProps) => (
  <div className="grid gap-2">
    <Photo src={address} alt="Foto yang dipilih" ratio={ratio} {...(className && { className })} />
    <p className="text-small text-muted">Foto ini tidak dapat dipotong di browser ini. Bagian tengahnya yang tampil.</p>
  </div>
);
