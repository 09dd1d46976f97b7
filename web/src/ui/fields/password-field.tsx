import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { classNames } from '../styles/class-names.ts';
import { controlStyles, Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

/** A password that can be made visible. Pass `autoComplete`: 'current-password' or 'new-password'. */
export function PasswordField({
  label,
  hint,
  error,
  className,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, 'id' | 'type'>) {
  const [visible, setVisible] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <input
            {...rest}
            {...control}
            type={visible ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={classNames(controlStyles, 'pr-12', className)}
          />
          <span className="absolute top-0.5 right-0.5">
            <IconButton
              name={visible ? 'Sembunyikan kata sandi' : 'Tampilkan kata sandi'}
              icon={visible ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
              onClick={() => setVisible(!visible)}
              className="text-muted"
            />
          </span>
        </div>
      )}
    </Field>
  );
}
