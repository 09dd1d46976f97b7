import type { MyWarung } from '@lapau/contract/warungs';
import { useQueryClient } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { useSession } from '../../../lib/session.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { AvatarDialog } from '../../profile/components/avatar-dialog.tsx';
import { saveWarungAvatar } from '../api-own.ts';
import { warungsKey } from '../api.ts';

const WarungInfoForm = lazyPart(async () => (await import('./warung-info-form.tsx')).WarungInfoForm);

/** What of the stall is being changed. */
export type WarungDialog = 'avatar' | 'info';

type MyWarungHeaderProps = {
  warung: MyWarung;
  openDialog: WarungDialog | undefined;
  onDialog: (dialog: WarungDialog | undefined) => void;
};

/** The stall's photo and name as its cook changes them. */
export function MyWarungHeader({ warung, openDialog, onDialog }: MyWarungHeaderProps) {
  const client = useQueryClient();
  const { refetch } = useSession();
  const close = () => onDialog(undefined);
  return (
    <header className="grid gap-3">
      <div className="flex items-center gap-3">
        <span className="relative">
          <Avatar name={warung.name} src={warung.avatar_url} size="large" />
          <IconButton
            name="Ganti foto warung"
            icon={<Camera className="size-5" />}
            onPhoto
            onClick={() => onDialog('avatar')}
            className="absolute! -right-2 -bottom-2"
          />
        </span>
        <p className="line-clamp-4 min-w-0 flex-1 text-lg font-bold">{warung.name}</p>
      </div>
      <AvatarDialog
        title="Foto warung"
        upload={saveWarungAvatar}
        onSaved={() => Promise.all([refetch(), client.invalidateQueries({ queryKey: warungsKey })])}
        open={openDialog === 'avatar'}
        onClose={close}
      />
      <Dialog open={openDialog === 'info'} onClose={close} title="Info warung">
        <WarungInfoForm warung={warung} onDone={close} />
      </Dialog>
    </header>
  );
}
