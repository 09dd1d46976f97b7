/**
 * Mailed and printed links to /login: `/login#reset=<token>`. The token is in the fragment, which browsers do not send: it
 * reaches neither the log of a proxy nor a Referer header (RFC 9110 section 10.1.3).
 */
export const linkParameters = { resetPassword: 'reset', verifyEmail: 'verify', firstAdmin: 'admin' } as const;
export const loginLink = (publicUrl: string, parameter: keyof typeof linkParameters, value: string): string =>
  `${publicUrl}/login#${linkParameters[parameter]}=${value}`;

/** A stall's address: its id stays when the name changes, so that printed codes and sent links do too. */
export const warungLink = (publicUrl: string, id: string): string => `${publicUrl}/warungs/${id}`;

/** A stall's address as people type it from a poster. It leads to `warungLink`. */
export const shortWarungLink = (publicUrl: string, code: string): string => `${publicUrl}/w/${code}`;

/** A typed code in small letters; undefined when it can be none. */
export const shortCode = (typed: string): string | undefined => /^[0-9a-f]{8}$/.exec(typed.toLowerCase())?.[0];
