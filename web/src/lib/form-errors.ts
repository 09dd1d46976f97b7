import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/**
 * Puts what the server found wrong under its fields: the answer's details, and codes that concern one field. The
 * toast is shown elsewhere (query.ts).
 * @param fieldOf the field a code concerns, such as `{ email_taken: 'email' }`
 */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  { setError, getValues }: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  fieldOf: Partial<Record<ApiError['code'], Path<Values>>> = {},
): void {
  if (!(error instanceof ApiError)) return;
  const ofCode = fieldOf[error.code];
  const wrong = Object.entries(ofCode ? { [ofCode]: error.message } : error.details);
  const known = wrong.filter(([name]) => name in getValues());
  known.forEach(([name, message], index) => setError(name as Path<Values>, { message }, { shouldFocus: index === 0 }));
}
