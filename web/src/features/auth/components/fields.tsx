import type { ConfirmationNeeded } from '@lapau/contract/auth';
import { limits } from '@lapau/contract/limits';
import type { ComponentProps } from 'react';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';

/** The e-mail a person signs in with; password managers take it as the account's name. */
export const EmailField = (props: Omit<ComponentProps<typeof InputField>, 'label'>) => (
  <InputField {...props} label="Email" type="email" autoComplete="username" />
);

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'label'> & { label?: string };

/** A password that is being set. */
export const NewPasswordField = ({ label = 'Kata sandi', ...rest }: NewPasswordFieldProps) => (
  <PasswordField {...rest} label={label} hint={`Minimal ${limits.passwordMin} karakter.`} autoComplete="new-password" />
);

type CodeFieldProps = Omit<ComponentProps<typeof InputField>, 'label'> &
  Partial<Pick<ConfirmationNeeded, 'by' | 'because'>>;

/** The code that confirms a sign-in, with how it looks. */
export const CodeField = ({ by, because, ...rest }: CodeFieldProps) => (
  <InputField
    {...rest}
    label="Kode konfirmasi"
    hint={
      by === 'mail'
        ? `${because === 'crowd' ? '12 angka' : '6 angka, berlaku 15 menit'}. Kode pemulihan dari admin juga bisa.`
        : by === 'admin'
          ? '12 huruf dan angka, berlaku 15 menit.'
          : undefined
    }
    autoComplete="one-time-code"
    autoCapitalize="characters"
    autoCorrect="off"
    spellCheck={false}
    className="uppercase"
  />
);
