import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import { IconButton } from '../buttons/icon-button.tsx';
import { classNames } from '../styles/class-names.ts';
import type { OverlayProps } from './overlay-props.ts';
import {
  sheetContentStyles,
  sheetFittingHeight,
  sheetFooterStyles,
  sheetFullHeight,
  sheetHandleStyles,
  sheetHeaderStyles,
  sheetInsetStyles,
  sheetStyles,
  sheetTitleStyles,
} from './sheet-styles.ts';
import { useBackCloses } from './use-back-closes.ts';

type SheetProps = OverlayProps & {
  /** Whether the sheet is as high as its content, which does not change. */
  isFitting?: boolean;
};

export function SheetPanel({ open, onClose, title, children, footer, isFitting = false }: SheetProps) {
  useBackCloses(open, onClose);
  return (
    <Drawer.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal>
          <Drawer.Backdrop className="fixed inset-0 z-40 bg-black opacity-[calc(0.7*(1-var(--drawer-swipe-progress,0)))] transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
          <Drawer.Viewport className="fixed inset-0 z-40 flex items-end justify-center">
            <Drawer.Popup
              className={classNames(
                sheetStyles,
                isFitting ? sheetFittingHeight : sheetFullHeight,
                'relative transition-transform duration-250 ease-out outline-none [transform:translateY(var(--drawer-swipe-movement-y,0))] data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:duration-0 data-swiping:select-none',
              )}
            >
              <div className={classNames(sheetHeaderStyles, 'touch-none')}>
                <span aria-hidden="true" className={sheetHandleStyles} />
                <Drawer.Title className={sheetTitleStyles}>{title}</Drawer.Title>
                <Drawer.Close render={<IconButton name="Tutup" icon={<X className="size-5" />} />} />
              </div>
              <Drawer.Content className={sheetContentStyles}>{children}</Drawer.Content>
              {footer && <div className={sheetFooterStyles}>{footer}</div>}
              <div className={sheetInsetStyles} />
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  );
}
