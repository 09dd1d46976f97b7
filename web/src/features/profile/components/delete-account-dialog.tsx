import { delete_account } from '@lapau/contract/profile';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { RefObject, SyntheticEvent } from 'react';
import { showFieldErrors } from '../../../lib/calls/form-errors.ts';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { useMember, useSession } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { AccountName } from '../../../ui/parts/account-name.tsx';
import { deleteAccount } from '../api.ts';

/** Deletes one's account after asking the password. */
export function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const controller = useRef<AbortController>(undefined);
  // Only a tap cancels the request: the signal that the account is gone may close the dialog before the answer arrives.
  function cancel() {
    controller.current?.abort();
    onClose();
  }
  return (
    <Dialog open={open} onClose={cancel} title="Hapus akun?">
      <DeleteAccountForm controller={controller} onCancel={cancel} />
    </Dialog>
  );
}

type DeleteAccountFormProps = {
  /** Ends the request that is being sent. */
  controller: RefObject<AbortController | undefined>;
  onCancel: () => void;
};

function DeleteAccountForm({ controller, onCancel }: DeleteAccountFormProps) {
  const { profile, warung } = useMember();
  const { end } = useSession();
  const { form, field, submit } = useSchemaForm(delete_account.input, { defaultValues: { password: '' } });
  const { mutate, isPending } = useMutation({
    ...deleteAccount,
    onSuccess: () => {
      // The session ends before the toast, as ending it clears the toasts of the person who has left.
      end();
      toast.success('Akun Anda telah dihapus.');
    },
    onError: (error) => showFieldErrors(error, form, { wrong_password: 'password' }),
  });
  function send(event: SyntheticEvent) {
    submit((values) => {
      controller.current = new AbortController();
      mutate({ ...values, signal: controller.current.signal });
    })(event);
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-4">
      <p className="text-muted">
        Tindakan ini tidak dapat dibatalkan. <span>{warung ? 'Profil, warung, ' : 'Profil, '}</span>postingan, foto,
        komentar, suka, dan simpanan Anda akan dihapus secara permanen.
      </p>
      <AccountName email={profile.email} />
      <PasswordField label="Kata sandi" autoComplete="current-password" {...field('password')} />
      <div className="flex justify-end gap-3">
        <Button variant="quiet" onClick={onCancel}>
          Batal
        </Button>
        <Button type="submit" variant="danger" busy={isPending} busyText="Menghapus...">
          Hapus akun
        </Button>
      </div>
    </form>
  );
}
