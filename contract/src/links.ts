/**
 * What mailed and printed links carry to /login: `/login#reset=<token>`. A fragment stays in the browser, so that no token
 * stands in the log of a proxy or in a Referer header (RFC 9110 section 10.1.3).
 */
export const linkParameters = { resetPassword: 'reset', verifyEmail: 'verify', firstAdmin: 'admin' } as const;
export const loginLink = (publicUrl: string, parameter: keyof typeof linkParameters, value: string): string =>
  `${publicUrl}/login#${linkParameters[parameter]}=${value}`;
