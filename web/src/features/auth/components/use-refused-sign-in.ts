import type { ConfirmationNeeded, WaitsForLink } from '@lapau/contract/auth';
import type { RefusedSignIn } from '@lapau/contract/boot';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { forgetRefusedSignIn, page } from '../../../lib/calls/boot.ts';
import { waitForMail } from '../api-waiting.ts';

type Field = 'email' | 'password' | 'code';

const fieldOf: Partial<Record<ApiError['code'], Field>> = {
  invalid_credentials: 'password',
  email_not_verified: 'email',
  email_takes_no_mail: 'email',
  invalid_confirmation_code: 'code',
};

/** What the form says of a refused sign-in: the errors of its fields, or a text, and whether it asks for a code. */
function toldBy({ email, confirmation, error }: RefusedSignIn) {
  const { code, message, details, current, reference } = error;
  const field = fieldOf[code];
  const needed = code === 'confirmation_needed' ? (current as ConfirmationNeeded) : undefined;
  const texts = Object.entries(field ? { [field]: message } : (details ?? {}));
  return {
    email,
    error: new ApiError(code, 0, message, { details, current, reference }),
    errors: Object.fromEntries(texts.map(([name, text]) => [name, { type: 'server', message: text }])),
    text: texts.length === 0 && !needed ? message : undefined,
    asksFor: needed || confirmation !== undefined ? { needed, id: needed?.confirmation ?? confirmation } : undefined,
  };
}

/** Tells of the sign-in that this page answers, if the browser has sent the form by itself and it was refused. */
export function useRefusedSignIn(): ReturnType<typeof toldBy> | undefined {
  const [told] = useState(() => page.refusedSignIn && toldBy(page.refusedSignIn));
  useEffect(() => {
    // The form says it once, and not to somebody who comes back to it.
    forgetRefusedSignIn();
    if (told && fieldOf[told.error.code] === 'email')
      waitForMail('sign_up', told.email, (told.error.current as WaitsForLink | undefined)?.waiting);
  }, [told]);
  return told;
}
