import type { MyWarung } from '@lapau/contract/warungs';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Camera } from 'lucide-react';
import { useGoBack } from '../../../lib/screen/use-go-back.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Avatar } from '../../../ui/parts/avatar.tsx';
import { Heading } from '../../../ui/parts/heading.tsx';
import { lazyPart } from '../../../ui/waiting/lazy-part.tsx';
import { AvatarDialog } from '../../profile/components/avatar-dialog.tsx';
import { saveWarungAvatar } from '../api-own.ts';
import { warungsKey } from '../api.ts';

const WarungInfoForm = lazyPart(async () => (await import('./warung-info-form.tsx')).WarungInfoForm);

/** The part of the stall that is being changed. */
export type WarungDialog = 'avatar' | 'info';

type MyWarungHeaderProps = {
  warung: MyWarung;
  openDialog: WarungDialog | undefined;
  onDialog: (dialog: WarungDialog | undefined) => void;
};

/**
 * The screen's title with the stall's photo and name in one low row, lower on the smallest phones: the switches of today are what the
 * screen is for.
 */
export function MyWarungHeader({ warung, openDialog, onDialog }: MyWarungHeaderProps) {
  const client = useQueryClient();
  const { refetch } = useSession();
  const goBack = useGoBack('/profile');
  const close = () => onDialog(undefined);
  return (
    <header className="-ml-2.5 flex items-center gap-1.5 py-1.5">
      <IconButton name="Kembali" icon={<ArrowLeft className="size-6" />} onClick={goBack} />
      <span className="relative">
        <Avatar name={warung.name} src={warung.avatar_url} />
        <IconButton
          name="Ganti foto warung"
          icon={
            <span className="absolute -right-1 -bottom-1 grid size-6 place-items-center rounded-full bg-raised ring-2 ring-background">
              <Camera aria-hidden="true" className="size-4" />
            </span>
          }
          onClick={() => onDialog('avatar')}
          className="absolute! inset-0 hover:bg-transparent!"
        />
      </span>
      <div className="min-w-0 flex-1 pl-1.5 leading-tight">
        <Heading className="text-small text-muted">Warung Saya</Heading>
        <p className="line-clamp-2 font-bold max-[22rem]:line-clamp-1">
          <bdi>{warung.name}</bdi>
        </p>
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
