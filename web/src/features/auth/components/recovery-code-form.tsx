import { reset_password_with_code } from '@lapau/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/calls/api.ts';
import { showFieldErrors } from '../../../lib/calls/form-errors.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { AccountName } from '../../../ui/parts/account-name.tsx';
import { stopWaiting } from '../api-waiting.ts';
import { NewPasswordField } from './fields.tsx';
import { useAuthForm } from './use-auth-form.ts';

const blank = { code: '', new_password: '' };

/** Sets a new password by the code that an admin has read out. `onDone` returns to the login form. */
export function RecoveryCodeForm({ onDone }: { onDone: () => void }) {
  const { form, field, submit, clear, typedEmail } = useAuthForm(
    'recovery-code',
    reset_password_with_code.input,
    blank,
  );
  const { mutate, isPending } = useMutation({
    mutationFn: (values: typeof blank) => api.reset_password_with_code(values),
    onSuccess: () => {
      stopWaiting('reset');
      clear();
      onDone();
    },
    onError: (error) => showFieldErrors(error, form, { invalid_recovery_code: 'code' }),
  });
  return (
    <form noValidate onSubmit={submit((values) => mutate(values))} className="grid gap-4">
      <AccountName email={typedEmail} />
      <InputField
        label="Kode pemulihan"
        hint="12 huruf dan angka dari admin nagari, berlaku 15 menit."
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        className="uppercase"
        {...field('code')}
      />
      <NewPasswordField label="Kata sandi baru" {...field('new_password')} />
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan kata sandi
      </Button>
    </form>
  );
}
