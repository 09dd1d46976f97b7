import { useMutation } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ChangeEvent } from 'react';
import type { Area } from 'react-easy-crop';
import { toast } from '../../../lib/screen/toast.ts';
import { useMember } from '../../../lib/session/session.tsx';
import type { AvatarUpload } from '../../../lib/uploads/avatar-upload.ts';
import { photoTypes } from '../../../lib/uploads/chosen-file.ts';
import { isRefusedPhoto } from '../../../lib/uploads/upload.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Progress } from '../../../ui/parts/progress.tsx';
import { Spinner } from '../../../ui/parts/spinner.tsx';
import { useButtonWaitingText } from '../../../ui/parts/use-long-wait.ts';
import { cutOut, openPicture } from '../../../ui/photos/cut-out.ts';
import type { OpenedPicture } from '../../../ui/photos/cut-out.ts';
import { WholePicture } from '../../../ui/photos/whole-picture.tsx';
import { lazyPart } from '../../../ui/waiting/lazy-part.tsx';

const Cropper = lazyPart(async () => (await import('../../../ui/photos/cropper.tsx')).Cropper);

const noPhoto = 'Anda harus memilih gambar untuk diunggah.';
const noMemory = 'Foto ini tidak dapat dibuka. Pilih foto lain.';

type AvatarFormProps = {
  upload: AvatarUpload;
  /** Called once the photo is set, to refetch what shows it. */
  onSaved: () => Promise<unknown>;
};

type AvatarDialogProps = AvatarFormProps & {
  title: string;
  open: boolean;
  onClose: () => void;
};

/** Chooses a photo, crops it to a square and uploads it as the avatar of the person who is signed in, or of their stall. */
export function AvatarDialog({ title, open, onClose, ...form }: AvatarDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <AvatarForm {...form} onDone={onClose} />
    </Dialog>
  );
}

function AvatarForm({ upload, onSaved, onDone }: AvatarFormProps & { onDone: () => void }) {
  const { user } = useMember();
  const input = useRef<HTMLInputElement>(null);
  const controller = useRef<AbortController>(undefined);
  const [chosen, setChosen] = useState<OpenedPicture>();
  const [area, setArea] = useState<Area>();
  const [isOpening, setIsOpening] = useState(false);
  /** Whether 'Unggah' was pressed before the photo was opened; the photo is then uploaded as soon as it is open. */
  const [isWaiting, setIsWaiting] = useState(false);
  const [error, setError] = useState<string>();
  const [sent, setSent] = useState(0);
  const { mutate, reset, isPending, isError } = useMutation({
    ...upload,
    onSuccess: async (saved) => {
      if (!saved) return;
      toast.success('Avatar berhasil diunggah.');
      onDone();
      await onSaved();
    },
    onError: (error) => {
      if (isRefusedPhoto(error)) setChosen(undefined);
    },
  });
  const waitingText = useButtonWaitingText(isPending, sent);
  useEffect(
    () => () => {
      chosen?.picture?.close();
      if (chosen) URL.revokeObjectURL(chosen.address);
    },
    [chosen],
  );
  // Closing the dialog cancels the upload.
  useEffect(() => () => controller.current?.abort(), []);

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    // Without this, choosing the same photo again would fire no event.
    event.target.value = '';
    if (!file) return;
    setError(undefined);
    reset();
    setIsOpening(true);
    const opened = await openPicture(file);
    setIsOpening(false);
    if (typeof opened === 'string') {
      setError(opened);
      setIsWaiting(false);
      return;
    }
    setArea(undefined);
    setChosen(opened);
    // The person first reads that the picture is uploaded whole.
    if (!opened.picture) setIsWaiting(false);
  }
  function send(photo: Blob) {
    setSent(0);
    controller.current = new AbortController();
    mutate({ ownerId: user.id, photo, onProgress: setSent, signal: controller.current.signal });
  }
  async function cutAndSend(picture: ImageBitmap, crop: Area) {
    const photo = await cutOut(picture, crop);
    if (photo) send(photo);
    else setError(noMemory);
  }
  function onUpload() {
    if (!chosen && !isOpening) return setError(noPhoto);
    if (!chosen || isOpening || (chosen.picture && !area)) return setIsWaiting(true);
    if (chosen.picture && area) return void cutAndSend(chosen.picture, area);
    send(chosen.photo);
  }
  function onCrop(next: Area) {
    setArea(next);
    if (!chosen?.picture || !isWaiting) return;
    setIsWaiting(false);
    void cutAndSend(chosen.picture, next);
  }
  return (
    <div className="grid gap-4">
      {isOpening ? (
        <Opening />
      ) : chosen?.picture ? (
        <Cropper key={chosen.address} image={chosen.address} aspect={1} shape="round" onChange={onCrop} />
      ) : (
        chosen && <WholePicture address={chosen.address} ratio={1} className="mx-auto max-w-40 rounded-full" />
      )}
      {!isPending && !isWaiting && (
        <Button
          variant="quiet"
          busy={isOpening}
          isLocal
          icon={<ImagePlus aria-hidden="true" className="size-5" />}
          onClick={() => input.current?.click()}
        >
          {chosen ? 'Pilih foto lain' : 'Pilih foto'}
        </Button>
      )}
      <input ref={input} type="file" accept={photoTypes()} hidden onChange={(event) => void choose(event)} />
      {error && (
        <p role="alert" className="text-small text-red-text">
          {error}
        </p>
      )}
      {isPending && <Progress name="Mengunggah foto" value={sent} />}
      <div className="flex justify-end gap-3">
        {(isPending || isWaiting) && (
          <Button
            variant="quiet"
            onClick={() => {
              setIsWaiting(false);
              controller.current?.abort();
            }}
          >
            Batal
          </Button>
        )}
        <Button
          busy={isPending || isWaiting}
          busyText={isWaiting ? 'Membuka foto...' : (waitingText ?? 'Mengunggah...')}
          isLocal
          onClick={onUpload}
        >
          {isError && chosen ? 'Coba lagi' : 'Unggah'}
        </Button>
      </div>
    </div>
  );
}

const Opening = () => (
  <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-muted">
    <Spinner /> Membuka foto...
  </p>
);
