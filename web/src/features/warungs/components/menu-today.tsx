import type { MyWarung } from '@lapau/contract/warungs';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { SheetShell } from '../../../ui/overlays/sheet-shell.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import type { MenuTodayPanelProps } from './menu-today-panel.tsx';

const MenuTodaySheet = lazyOverlay<MenuTodayPanelProps>(
  async () => (await import('./menu-today-panel.tsx')).MenuTodayPanel,
  ({ onClose }) => (
    <SheetShell title="Menu hari ini" onClose={onClose} footer={<Skeleton className="h-11 rounded-control bg-fill" />}>
      <Skeleton className="h-60 w-34 rounded-small bg-fill" />
    </SheetShell>
  ),
);

type MenuTodayProps = {
  /** The stall, with a choice that is not confirmed yet. */
  warung: MyWarung;
  className?: string;
};

/** The button that opens what the stall offers now, to be shared as pictures and as text. */
export function MenuToday({ warung, className }: MenuTodayProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        icon={<Share2 aria-hidden="true" className="size-5 shrink-0" />}
        onClick={() => setOpen(true)}
        className={className}
      >
        Menu hari ini
      </Button>
      <MenuTodaySheet warung={warung} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
