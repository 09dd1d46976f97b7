import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import type { OverlayProps } from './overlay-props.ts';
import { useBackCloses } from './use-back-closes.ts';

export function SheetPanel({ open, onClose, title, children, footer }: OverlayProps) {
  useBackCloses(open, onClose);
  return (
    <Drawer.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal>
          <Drawer.Backdrop className="fixed inset-0 z-40 bg-black opacity-[calc(0.7*(1-var(--drawer-swipe-progress,0)))] transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
          <Drawer.Viewport className="fixed inset-0 z-40 flex items-end justify-center">
            <Drawer.Popup className="relative flex max-h-[80dvh] w-full max-w-column flex-col rounded-t-card bg-raised shadow-[0_-1px_0_var(--color-line)] transition-transform duration-250 ease-out outline-none [transform:translateY(var(--drawer-swipe-movement-y,0))] data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:duration-0 data-swiping:select-none">
              <div className="flex shrink-0 touch-none items-center gap-2 border-b border-line py-1.5 pr-1.5 pl-4">
                <span
                  aria-hidden="true"
                  className="absolute top-1.5 left-1/2 h-1 w-9 -translate-x-1/2 rounded-full bg-muted/60"
                />
                <Drawer.Title className="min-w-0 flex-1 truncate pt-1 text-lg font-semibold">{title}</Drawer.Title>
                <Drawer.Close render={<IconButton name="Tutup" icon={<X className="size-5" />} />} />
              </div>
              <Drawer.Content className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3">
                {children}
              </Drawer.Content>
              {footer && <div className="shrink-0 border-t border-line px-4 py-3">{footer}</div>}
              <div className="shrink-0 pb-[max(env(safe-area-inset-bottom),var(--drawer-keyboard-inset,0px))]" />
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  );
}
