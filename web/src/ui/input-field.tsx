import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlStyles, Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

type InputFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id'> & {
    /** Known answers the browser offers while typing; anything else may be typed too. */
    suggestions?: readonly string[];
  };

export function InputField({ label, hint, error, suggestions, className, ...rest }: InputFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(aids) => (
        <>
          <input
            {...rest}
            {...aids}
            list={suggestions && `${aids.id}-list`}
            className={classNames(controlStyles, className)}
          />
          {suggestions && (
            <datalist id={`${aids.id}-list`}>
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
