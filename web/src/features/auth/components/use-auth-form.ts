import { useEffect } from 'react';
import type { DefaultValues, FieldError, FieldErrors, FieldValues } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { guest } from '../../../lib/drafts/draft-owner.ts';
import { deleteDraftsOf } from '../../../lib/drafts/draft-store.ts';
import { useFormDraft } from '../../../lib/forms/use-form-draft.ts';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';

// Passwords and codes survive switching between the forms of /login, but not a reload: they are kept in memory only.
const cachedValues = new Map<string, FieldValues>();
let lastEmail = '';

/**
 * A form of /login whose values are kept until it has succeeded, all but secrets also through a reload.
 * @param name identifies the form; an e-mail typed in one form is filled in in the others
 * @param blank the form's fields, all empty
 * @param given the e-mail and the errors with which it begins, after a sign-in that the browser has sent by itself
 * @returns the form; `submit` makes its onSubmit; `typedEmail` is what was typed last in any of them; call `clear` after it has succeeded
 */
export function useAuthForm<Values extends FieldValues>(
  name: string,
  schema: ZodMiniType<unknown, Values>,
  blank: NoInfer<Values>,
  given: { email?: string; errors?: Record<string, FieldError> | undefined } = {},
) {
  const { form, field, submit } = useSchemaForm(schema, {
    defaultValues: {
      ...blank,
      ...('email' in blank && lastEmail !== '' && { email: lastEmail }),
      ...cachedValues.get(name),
      ...(given.email !== undefined && { email: given.email }),
    } as DefaultValues<Values>,
    ...(given.errors && { errors: given.errors as FieldErrors<Values> }),
  });
  // The draft includes the id of a sign-up, so that it stays one sign-up when it is sent again after a reload (D59).
  useFormDraft(`${guest} ${name}`, form, { ...withoutSecrets(blank as Record<string, string>), id: '' });
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
    typedEmail: lastEmail,
    clear: () => {
      reset({ ...blank, ...('email' in blank && { email: getValues().email as unknown }) });
      // The values of all forms are cleared: the next person here may be somebody else.
      cachedValues.clear();
      deleteDraftsOf(guest);
    },
  };
}

const withoutSecrets = (blank: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(blank).filter(([name]) => !/password|code/i.test(name)));
