import { useEffect } from 'react';
import type { SyntheticEvent } from 'react';
import { useForm } from 'react-hook-form';
import type {
  FieldErrors,
  FieldValues,
  Path,
  Resolver,
  UseFormProps,
  UseFormRegisterReturn,
  UseFormReturn,
} from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { toast } from '../screen/toast.ts';

/** The props of a field: its registration and its error. */
export type FieldOf<Values extends FieldValues> = (
  name: Path<Values>,
) => UseFormRegisterReturn<Path<Values>> & { error: string | undefined };

type SchemaForm<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** The props of a field's control: `<InputField label="Nama" {...field('name')} />`. */
  field: FieldOf<Values>;
  /**
   * Makes the form's onSubmit: calls `send` with valid values, and otherwise shows the errors under their fields.
   * @param options.toastText the sentence about several fields together that the specification shows as a toast, if it applies
   */
  submit: (
    send: (values: Values) => void,
    options?: { toastText?: (values: Values) => string | undefined },
  ) => (event: SyntheticEvent) => void;
};

/**
 * A form whose fields are checked by an input schema of the contract: when it is sent, and on each change from then on.
 * A text over its limit is reported as soon as it is typed or pasted.
 * @param schema the call's own input, or the part of it that is typed (`z.pick`)
 */
export function useSchemaForm<Values extends FieldValues>(
  schema: ZodMiniType<unknown, Partial<Values>>,
  options: Pick<UseFormProps<Values>, 'defaultValues' | 'values' | 'resetOptions' | 'shouldFocusError' | 'errors'>,
): SchemaForm<Values> {
  const form = useForm<Values>({ ...options, resolver: schemaResolver(schema) });
  useLimitsWhileTyping(form);
  const { register, getFieldState, formState } = form;
  return {
    form,
    field: (name) => ({ ...register(name), error: getFieldState(name, formState).error?.message }),
    submit:
      (send, { toastText } = {}) =>
      (event) =>
        void form.handleSubmit(send, () => {
          const text = toastText?.(form.getValues());
          if (text) toast.error(text);
        })(event),
  };
}

/** The first issue of each field becomes its error. Valid values are sent as they were typed: the server parses them. */
export function schemaResolver<Values extends FieldValues>(
  schema: ZodMiniType<unknown, Partial<Values>>,
): Resolver<Values> {
  return (values) => {
    const { success, error } = schema.safeParse(values);
    if (success) return { values, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, code, message } of error.issues) errors[String(path[0])] ??= { type: code, message };
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

function useLimitsWhileTyping<Values extends FieldValues>({
  subscribe,
  trigger,
  getFieldState,
  clearErrors,
}: UseFormReturn<Values>): void {
  useEffect(() => {
    const checkLimit = async (field: Path<Values>) => {
      await trigger(field);
      if (getFieldState(field).error?.type !== 'too_big') clearErrors(field);
    };
    return subscribe({
      formState: { values: true, isSubmitted: true },
      callback: ({ name, type, isSubmitted }) => {
        if (type === 'change' && name !== undefined && !isSubmitted) void checkLimit(name as Path<Values>);
      },
    });
  }, [subscribe, trigger, getFieldState, clearErrors]);
}
