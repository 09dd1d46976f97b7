import { change_password } from '@lapau/contract/auth';
import { limits } from '@lapau/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showFieldErrors } from '../../../lib/calls/form-errors.ts';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { AccountName } from '../../../ui/parts/account-name.tsx';
import { changePassword, devicesQuery } from '../api.ts';

/** Changes the password, which needs the current one and signs out all other devices. */
export function PasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Ubah kata sandi">
      <PasswordForm onDone={onClose} />
    </Dialog>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { profile } = useMember();
  const client = useQueryClient();
  const { form, field, submit } = useSchemaForm(change_password.input, {
    defaultValues: { old_password: '', new_password: '' },
  });
  const { mutate, isPending } = useMutation({
    ...changePassword,
    onSuccess: () => {
      toast.success('Kata sandi berhasil diubah.');
      void client.invalidateQueries(devicesQuery);
    },
    onError: (error) => showFieldErrors(error, form, { wrong_password: 'old_password' }),
  });
  return (
    <form noValidate onSubmit={submit((values) => mutate(values, { onSuccess: onDone }))} className="grid gap-4">
      <p className="text-muted">Perangkat lain yang memakai akun ini akan dikeluarkan.</p>
      <AccountName email={profile.email} />
      <PasswordField label="Kata sandi lama" autoComplete="current-password" {...field('old_password')} />
      <PasswordField
        label="Kata sandi baru"
        hint={`Minimal ${limits.passwordMin} karakter.`}
        autoComplete="new-password"
        {...field('new_password')}
      />
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan kata sandi
      </Button>
    </form>
  );
}
