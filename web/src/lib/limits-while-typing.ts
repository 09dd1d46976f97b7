import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Tells that a text is over its limit as soon as it is typed or pasted (D25). Everything else waits until the form is
 * sent; from then on the form checks each change itself.
 */
export function useLimitsWhileTyping<Values extends FieldValues>(form: UseFormReturn<Values>): void {
  const { subscribe, trigger, getFieldState, clearErrors } = form;
  useEffect(() => {
    const check = async (field: Path<Values>) => {
      await trigger(field);
      if (getFieldState(field).error?.type !== 'length') clearErrors(field);
    };
    return subscribe({
      formState: { values: true, isSubmitted: true },
      callback: ({ name, type, isSubmitted }) => {
        if (type === 'change' && name !== undefined && !isSubmitted) void check(name as Path<Values>);
      },
    });
  }, [subscribe, trigger, getFieldState, clearErrors]);
}
