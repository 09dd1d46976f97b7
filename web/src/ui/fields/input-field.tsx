import type { ComponentProps } from 'react';
import { classNames } from '../styles/class-names.ts';
import { controlStyles, Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

type InputFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id'> & {
    /** Values the browser suggests while typing; others are allowed. */
    suggestions?: readonly string[];
  };

export function InputField({ label, hint, error, suggestions, className, ...rest }: InputFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <>
          <input
            dir="auto"
            {...rest}
            {...control}
            list={suggestions && `${control.id}-list`}
            className={classNames(controlStyles, className)}
          />
          {suggestions && (
            <datalist id={`${control.id}-list`}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}
