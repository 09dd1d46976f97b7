import type { ComponentProps } from 'react';
import { classNames } from '../styles/class-names.ts';
import { controlStyles, Field } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { GrowingTextarea } from './growing-textarea.tsx';

export function TextareaField({
  label,
  hint,
  error,
  className,
  rows = 3,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <GrowingTextarea {...rest} {...control} rows={rows} className={classNames(controlStyles, className)} />
      )}
    </Field>
  );
}
