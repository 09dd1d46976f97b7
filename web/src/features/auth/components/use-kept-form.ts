import { useEffect } from 'react';
import type { SyntheticEvent } from 'react';
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldErrors, FieldValues } from 'react-hook-form';
import { useLimitsWhileTyping } from '../../../lib/limits-while-typing.ts';
import { toast } from '../../../lib/toast.ts';

// What was typed stays while the page lives, whichever form or text one looks at in between. Never on the disk:
// passwords are among it.
const kept = new Map<string, FieldValues>();
let lastEmail = '';

/**
 * A form of /login that forgets nothing before it has done its work.
 * @param name tells the forms apart; an e-mail typed in one is there in the others
 * @returns the form; `submit` for its onSubmit, `forget` for when it succeeded
 */
export function useKeptForm<Values extends FieldValues>(name: string, empty: Values) {
  const form = useForm<Values>({
    defaultValues: {
      ...empty,
      ...('email' in empty && { email: lastEmail }),
      ...kept.get(name),
    } as DefaultValues<Values>,
  });
  useLimitsWhileTyping(form);
  const { subscribe, getValues, handleSubmit, reset } = form;

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          kept.set(name, values);
          if (typeof values.email === 'string') lastEmail = values.email;
        },
      }),
    [name, subscribe],
  );

  return {
    form,
    submit: (act: (values: Values) => void) => (event: SyntheticEvent) =>
      void handleSubmit(act, (errors) => {
        const text = firstSentence(errors);
        toast.error(text, { id: text });
      })(event),
    forget: () => {
      reset({ ...empty, ...('email' in empty && { email: getValues().email as unknown }) });
      kept.delete(name);
    },
  };
}

/** A toast stands away from the fields: short field texts such as 'Wajib diisi.' would say nothing there. */
function firstSentence(errors: FieldErrors): string {
  const area = Object.values(errors).find((error) => error?.type === 'area');
  return typeof area?.message === 'string' ? area.message : 'Ada isian yang belum benar.';
}
