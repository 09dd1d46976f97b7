/**
 * Mailed and printed links to /login: `/login#reset=<token>`. The token is in the fragment, which browsers do not send: it
 * reaches neither the log of a proxy nor a Referer header (RFC 9110 section 10.1.3).
 */
export const linkParameters = { resetPassword: 'reset', verifyEmail: 'verify', firstAdmin: 'admin' } as const;
export const loginLink = (publicUrl: string, parameter: keyof typeof linkParameters, value: string): string =>
  `${publicUrl}/login#${linkParameters[parameter]}=${value}`;
