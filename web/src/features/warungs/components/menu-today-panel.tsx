import type { MyWarung } from '@lapau/contract/warungs';
import { useOutbox } from '../../../lib/session/use-outbox.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { SheetPanel } from '../../../ui/overlays/sheet-panel.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { useTodaysMenu } from '../../posts/components/use-todays-menu.ts';
import { openChanges } from '../api-own.ts';
import { pictureShapes } from './menu-pictures.tsx';
import { MenuShare } from './menu-share.tsx';

export type MenuTodayPanelProps = {
  open: boolean;
  onClose: () => void;
  /** The stall, with a choice that is not confirmed yet. */
  warung: MyWarung;
};

export const MenuTodayPanel = ({ open, onClose, warung }: MenuTodayPanelProps) => (
  <SheetPanel open={open} onClose={onClose} title="Menu hari ini">
    <MenuToShare warung={warung} onClose={onClose} />
  </SheetPanel>
);

/** The menu to be shared, or why there is none, with the next step. */
function MenuToShare({ warung, onClose }: Omit<MenuTodayPanelProps, 'open'>) {
  const menu = useTodaysMenu(warung);
  const { submit } = useOutbox(openChanges, warung.id);
  const { dishes, hasDishes, rest, error, retry } = menu;
  if (!dishes) {
    return error ? (
      <LoadFailure drawing="plate" title="Gagal memuat menu." error={error} onRetry={retry} />
    ) : (
      <MenuLoading />
    );
  }
  if (!warung.is_open) {
    return (
      <EmptyState
        drawing="stall"
        title="Warung sedang tutup."
        text="Buka dulu supaya tetangga bisa memesan, lalu bagikan menunya."
      >
        <Button onClick={() => void submit({ is_open: true })}>Buka warung</Button>
      </EmptyState>
    );
  }
  if (dishes.length > 0) return <MenuShare warung={warung} menu={{ ...menu, dishes }} />;
  if (rest === 'loading') return <MenuLoading />;
  return hasDishes ? (
    <EmptyState
      drawing="plate"
      title="Semua menu sedang habis."
      text="Tandai yang tersedia hari ini, lalu bagikan menunya."
    >
      <Button onClick={onClose}>Ke menu saya</Button>
    </EmptyState>
  ) : (
    <EmptyState
      drawing="plate"
      title="Belum ada menu untuk dibagikan."
      text="Pasang dulu makanan yang Anda masak hari ini."
    >
      <LinkButton to="/my-warung/tambah-menu">Tambah Menu</LinkButton>
    </EmptyState>
  );
}

const MenuLoading = () => (
  <LoadingSkeletons>
    <Skeleton className={classNames('mx-auto rounded-small bg-fill', pictureShapes.status)} />
  </LoadingSkeletons>
);
