import { canOrderNow } from '@lapau/contract/order';
import type { MyWarung } from '@lapau/contract/warungs';
import { useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { serverNow } from '../../../lib/device/server-time.ts';
import { usePendingChanges } from '../../../lib/outbox/latest-changes.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyDialog, copyText } from '../../../ui/overlays/copy-text.tsx';
import { postDeletions } from '../api-deletions.ts';
import { fetchWholeMenu, menuPosts } from '../api-menu.ts';
import { menuText } from './menu-text.ts';
import { useMenuChanges } from './use-menu-changes.ts';

type CopyMenuButtonProps = {
  /** The stall, with a choice that is not confirmed yet. */
  warung: Pick<MyWarung, 'id' | 'name' | 'is_open'>;
  /** The stall's link. */
  url: string;
  className?: string;
};

/** Copies the dishes that can be ordered now as a message: the whole menu, as the cook has just set it. */
export function CopyMenuButton({ warung, url, className }: CopyMenuButtonProps) {
  const client = useQueryClient();
  const changes = useMenuChanges();
  const deletions = usePendingChanges(postDeletions);
  const [isCopying, setIsCopying] = useState(false);
  /** The message, to be copied by hand. */
  const [shown, setShown] = useState<string>();

  async function copyMenu() {
    if (!warung.is_open) {
      toast.error('Warung sedang tutup. Buka dulu, lalu salin menunya.');
      return;
    }
    setIsCopying(true);
    try {
      const menu = menuPosts(await fetchWholeMenu(client), changes, deletions, currentTime());
      const dishes = menu.filter((post) => canOrderNow({ isOpen: post.is_open, warungIsOpen: warung.is_open }));
      if (dishes.length === 0) toast.error('Tidak ada menu yang bisa dipesan sekarang.');
      else await copy(menuText(warung.name, dishes, url));
    } catch {
      toast.error('Gagal menyalin menu.');
    } finally {
      setIsCopying(false);
    }
  }

  async function copy(text: string) {
    if (!(await copyText(text, 'Menu disalin. Tempel di WhatsApp.'))) setShown(text);
  }

  return (
    <>
      <Button
        variant="quiet"
        icon={<Copy aria-hidden="true" className="size-5 shrink-0" />}
        busy={isCopying}
        onClick={() => void copyMenu()}
        className={className}
      >
        Salin menu
      </Button>
      <CopyDialog
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        what="Menu"
        failed="Menu tidak bisa disalin sendiri."
        text={shown ?? ''}
      />
    </>
  );
}

/** The clock is read outside of the component, whose rendering must not read it. */
const currentTime = () => new Date(serverNow());
