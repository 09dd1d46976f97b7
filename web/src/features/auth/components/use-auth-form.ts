import { errors } from '@lapau/contract/errors';
import { useEffect } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { useSchemaForm } from '../../../lib/use-schema-form.ts';

// What was typed survives a change between the forms of /login while the page lives. Never on the disk: it has passwords.
const cachedValues = new Map<string, FieldValues>();
let lastEmail = '';

const [, outsideArea] = errors.outside_area;

/**
 * A form of /login whose values are cached until it has succeeded.
 * @param name tells the forms apart; an e-mail typed in one is filled in in the others
 * @param blank the form's fields, all empty
 * @returns the form; `submit` makes its onSubmit, `clear` is called when it succeeded
 */
export function useAuthForm<Values extends FieldValues>(
  name: string,
  schema: ZodMiniType<unknown, Values>,
  blank: NoInfer<Values>,
) {
  const { form, submit } = useSchemaForm(schema, {
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
    submit: (send: (values: Values) => void) =>
      submit(send, {
        // The other fields' messages say nothing away from their fields.
        toastText: (messages) => messages.find((message) => message === outsideArea) ?? 'Ada isian yang belum benar.',
      }),
    clear: () => {
      reset({ ...blank, ...('email' in blank && { email: getValues().email as unknown }) });
      cachedValues.delete(name);
    },
  };
}
