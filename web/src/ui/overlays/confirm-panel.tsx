import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useState } from 'react';
import { Button } from '../buttons/button.tsx';
import { backdropStyles, dialogStyles, dialogViewportStyles } from './dialog-styles.ts';
import { useBackCloses } from './use-back-closes.ts';

export type ConfirmProps = {
  open: boolean;
  onClose: () => void;
  /** The question: 'Hapus Komentar?' */
  title: string;
  /** The consequences of the action. */
  text: string;
  /** The verb on the button: 'Hapus'. */
  verb: string;
  variant?: 'danger' | 'primary';
  /**
   * While its promise is pending the button is busy; then the dialog closes, after a failure too.
   * @param signal aborts when the dialog is left meanwhile
   */
  onConfirm: (signal: AbortSignal) => Promise<unknown> | void;
};

export function ConfirmPanel({ open, onClose, title, text, verb, variant = 'danger', onConfirm }: ConfirmProps) {
  const [running, setRunning] = useState<AbortController>();
  const close = () => {
    running?.abort();
    setRunning(undefined);
    onClose();
  };
  useBackCloses(open, close);

  async function confirm() {
    const started = new AbortController();
    setRunning(started);
    try {
      await onConfirm(started.signal);
    } catch {
      // The mutation cache shows the error.
    }
    // A dialog that was left meanwhile may ask about something else by now.
    if (started.signal.aborted) return;
    setRunning(undefined);
    onClose();
  }

  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => next || close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={backdropStyles} />
        <AlertDialog.Viewport className={dialogViewportStyles}>
          <AlertDialog.Popup className={dialogStyles}>
            <div className="grid gap-2 overflow-y-auto p-5">
              <AlertDialog.Title className="own-box text-lg font-semibold">{title}</AlertDialog.Title>
              <AlertDialog.Description className="own-box text-muted">{text}</AlertDialog.Description>
            </div>
            <div className="flex shrink-0 flex-wrap justify-end gap-3 px-5 pb-5">
              <AlertDialog.Close render={<Button variant="quiet">Batal</Button>} />
              <Button variant={variant} busy={running !== undefined} onClick={() => void confirm()}>
                {verb}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
