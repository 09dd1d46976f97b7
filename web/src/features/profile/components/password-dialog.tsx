import { limits } from '@lapau/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { newPassword, password } from '../../../lib/field-rules.ts';
import { showFieldErrors } from '../../../lib/form-errors.ts';
import { useMember } from '../../../lib/session.tsx';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { changePassword, devicesQuery } from '../api.ts';

/** Sets a new password with the help of the old one; other devices are signed out. */
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
  const form = useForm({ mode: 'onTouched', defaultValues: { old_password: '', new_password: '' } });
  const { register, handleSubmit, formState } = form;
  const { mutate, isPending } = useMutation({
    ...changePassword,
    onSuccess: () => {
      toast.success('Kata sandi berhasil diubah.');
      void client.invalidateQueries(devicesQuery);
      onDone();
    },
    onError: (error) => showFieldErrors(error, form, { wrong_password: 'old_password' }),
  });
  const submit = handleSubmit((values) => mutate(values));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p className="text-muted">Perangkat lain yang memakai akun ini akan dikeluarkan.</p>
      {/* Tells a password manager whose password it is. */}
      <input type="text" autoComplete="username" value={profile.email} readOnly hidden />
      <PasswordField
        label="Kata sandi lama"
        autoComplete="current-password"
        {...register('old_password', password)}
        error={formState.errors.old_password?.message}
      />
      <PasswordField
        label="Kata sandi baru"
        hint={`Minimal ${limits.passwordMin} karakter.`}
        autoComplete="new-password"
        {...register('new_password', newPassword)}
        error={formState.errors.new_password?.message}
      />
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan kata sandi
      </Button>
    </form>
  );
}
