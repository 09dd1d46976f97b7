import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api-error.ts';

const shownErrors = new WeakSet<Error>();

/** Records that a form shows an error, so that no toast says it again. */
export const markShownInForm = (error: Error): unknown => shownErrors.add(error);

export const isShownInForm = (error: Error): boolean => shownErrors.has(error);

/**
 * Shows a server error under the fields it concerns: the error's details, or its message if its code is in `fieldOf`. An error that
 * concerns none of the form's fields becomes a toast (query.ts).
 * @param fieldOf the field of an error code, such as `{ email_taken: 'email' }`
 */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  { setError, getValues }: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  fieldOf: Partial<Record<ApiError['code'], Path<Values>>> = {},
): void {
  if (!(error instanceof ApiError)) return;
  const ofCode = fieldOf[error.code];
  const messages = Object.entries(ofCode ? { [ofCode]: error.message } : error.details);
  const shown = messages.filter(([name]) => name in getValues());
  if (shown.length > 0) markShownInForm(error);
  shown.forEach(([name, message], index) => setError(name as Path<Values>, { message }, { shouldFocus: index === 0 }));
}
