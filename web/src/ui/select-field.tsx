import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { Select } from './select.tsx';

export function SelectField({
  label,
  hint,
  error,
  className,
  children,
  ...rest
}: FieldProps & Omit<ComponentProps<'select'>, 'id'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Select {...rest} {...control} className={className}>
          {children}
        </Select>
      )}
    </Field>
  );
}
