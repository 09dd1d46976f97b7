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
