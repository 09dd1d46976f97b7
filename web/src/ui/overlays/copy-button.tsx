import { useState } from 'react';
import { Button } from '../buttons/button.tsx';
import { CopyDialog, copyText } from './copy-text.tsx';

/** Copies a text that somebody has typed and cannot send any more. */
export function CopyButton({ text }: { text: string }) {
  const [isByHand, setIsByHand] = useState(false);
  const copy = async () => setIsByHand(!(await copyText(text, 'Tulisan disalin.')));
  return (
    <>
      <Button variant="quiet" onClick={() => void copy()}>
        Salin
      </Button>
      <CopyDialog
        open={isByHand}
        onClose={() => setIsByHand(false)}
        what="Tulisan"
        failed="Gagal menyalin tulisan."
        text={text}
      />
    </>
  );
}
