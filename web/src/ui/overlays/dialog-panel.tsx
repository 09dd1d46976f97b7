import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { IconButton } from '../buttons/icon-button.tsx';
import { backdropStyles, dialogStyles, dialogViewportStyles } from './dialog-styles.ts';
import type { OverlayProps } from './overlay-props.ts';
import { useBackCloses } from './use-back-closes.ts';

export function DialogPanel({ open, onClose, title, initialFocus, children, footer }: OverlayProps) {
  useBackCloses(open, onClose);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className={backdropStyles} />
        <Dialog.Viewport className={dialogViewportStyles}>
          <Dialog.Popup initialFocus={initialFocus} className={dialogStyles}>
            {/* The title scrolls too: in large text, above the keyboard, it would leave no room. */}
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
              <div className="flex items-center gap-2 py-1.5 pr-1.5 pl-4">
                <Dialog.Title className="own-box min-w-0 flex-1 py-1.5 text-lg font-semibold">{title}</Dialog.Title>
                <Dialog.Close render={<IconButton name="Tutup" icon={<X className="size-5" />} />} />
              </div>
              <div className="px-4 pt-1 pb-4">{children}</div>
            </div>
            {footer && (
              <div className="flex shrink-0 flex-wrap justify-end gap-3 border-t border-line p-4">{footer}</div>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
