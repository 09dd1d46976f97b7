import { Copy, Download, Share2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../../../lib/screen/toast.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyDialog, copyText } from '../../../ui/overlays/copy-text.tsx';
import { canSave, canShare, saveFile, share } from './share-files.ts';
import type { DrawnPictures } from './use-drawn-pictures.ts';

const iconStyles = 'size-5 shrink-0';

type ShareActionsProps = {
  what: 'Menu' | 'Undangan';
  pictures: DrawnPictures;
  text: string;
  /** Whether more of it is on its way. */
  isWaiting?: boolean;
};

/**
 * Shares the pictures with the text; where the device shares no files the pictures are saved, and where there are none, or nothing can
 * be saved, the text goes alone. Saving and copying are there beside sharing too, as a device may refuse it.
 */
export function ShareActions({ what, pictures: { files, status }, text, isWaiting = false }: ShareActionsProps) {
  const [isByHand, setIsByHand] = useState(false);
  const isMaking = isWaiting || status === 'drawing';
  const hasPictures = isMaking || status === 'ready';
  const shared: ShareData = hasPictures ? { files, text } : { text };
  // While the pictures are made, an empty file tells whether they are going to be shared.
  const asked = isMaking ? { text, files: [new File([''], 'gambar-1.jpg', { type: 'image/jpeg' })] } : shared;
  const isShared = canShare(asked);
  const isSaved = hasPictures && canSave();
  const busy = {
    isLocal: !isWaiting,
    busy: isMaking,
    busyText: isWaiting ? `Memuat ${what.toLowerCase()}...` : 'Menyiapkan...',
  };

  async function shareAll() {
    try {
      await share(shared);
    } catch {
      toast.error(
        hasPictures
          ? `HP ini tidak mau membagikan gambarnya. ${isSaved ? 'Simpan gambarnya, atau salin' : 'Salin'} teksnya.`
          : 'HP ini tidak mau membagikan teksnya. Salin saja.',
      );
    }
  }
  const copy = async () => setIsByHand(!(await copyText(text, `${what} disalin. Tempel di WhatsApp.`)));
  // The browser itself tells which files it has saved: it may ask first, or refuse some of several.
  function save() {
    for (const file of files) saveFile(file);
  }

  return (
    <div className="flex flex-wrap gap-2">
      {isShared && (
        <Button
          {...busy}
          icon={<Share2 aria-hidden="true" className={iconStyles} />}
          onClick={() => void shareAll()}
          className="w-full"
        >
          {hasPictures ? 'Bagikan' : 'Bagikan teks'}
        </Button>
      )}
      {hasPictures && !isShared && !isSaved && (
        <p className="w-full text-small text-muted">
          Gambarnya belum bisa disimpan di aplikasi ini. Buka Lapau di browser HP untuk menyimpannya.
        </p>
      )}
      {isSaved && (
        <Button
          {...busy}
          variant={isShared ? 'quiet' : 'primary'}
          icon={<Download aria-hidden="true" className={iconStyles} />}
          onClick={save}
          className="flex-1"
        >
          Simpan
        </Button>
      )}
      <Button
        variant={isShared || isSaved ? 'quiet' : 'primary'}
        icon={<Copy aria-hidden="true" className={iconStyles} />}
        onClick={() => void copy()}
        className="flex-1"
      >
        Salin teks
      </Button>
      <CopyDialog
        open={isByHand}
        onClose={() => setIsByHand(false)}
        what={what}
        failed={`${what} tidak bisa disalin sendiri.`}
        text={text}
      />
    </div>
  );
}
