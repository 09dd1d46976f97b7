import { Download, KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMember } from '../../../lib/session/session.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { ActionRow, DownloadRow, Rows } from './rows.tsx';

/** The actions on the account itself. */
export function AccountRows() {
  const { profile } = useMember();
  const [open, setOpen] = useState<'password' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Rows>
        <ActionRow icon={KeyRound} label="Ubah kata sandi" onClick={() => setOpen('password')} />
        <DownloadRow icon={Download} label="Unduh data saya" href="/export/data-saya.zip" />
        {/* An admin cannot delete their account until another admin removes the role (D9). */}
        {profile.role !== 'admin' && (
          <ActionRow icon={Trash2} label="Hapus akun" danger onClick={() => setOpen('delete')} />
        )}
      </Rows>
      <PasswordDialog open={open === 'password'} onClose={close} />
      <DeleteAccountDialog open={open === 'delete'} onClose={close} />
    </>
  );
}
