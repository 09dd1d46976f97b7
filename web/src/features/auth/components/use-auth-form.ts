import { useEffect } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { useSchemaForm } from '../../../lib/use-schema-form.ts';

// In memory only, as it has passwords: what was typed survives switching between the forms of /login, but not a reload.
const cachedValues = new Map<string, FieldValues>();
let lastEmail = '';

/**
 * A form of /login whose values are cached until it has succeeded.
 * @param name identifies the form; an e-mail typed in one form is filled in in the others
 * @param blank the form's fields, all empty
 * @returns the form; `submit` makes its onSubmit; call `clear` after it has succeeded
 */
export function useAuthForm<Values extends FieldValues>(
  name: string,
  schema: ZodMiniType<unknown, Values>,
  blank: NoInfer<Values>,
) {
  const { form, field, submit } = useSchemaForm(schema, {
    defaultValues: {
      ...blank,
      ...('email' in blank && { email: lastEmail }),
      ...cachedValues.get(name),
    } as DefaultValues<Values>,
  });
  const { subscribe, getValues, reset } = form;

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          cachedValues.set(name, values);
          if (typeof values.email === 'string') lastEmail = values.email;
        },
      }),
    [name, subscribe],
  );

  return {
    form,
    field,
    submit,
    clear: () => {
      reset({ ...blank, ...('email' in blank && { email: getValues().email as unknown }) });
      cachedValues.delete(name);
    },
  };
}
