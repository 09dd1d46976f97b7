/**
 * Mailed and printed links to /login: `/login#reset=<token>`. The token is in the fragment, which browsers do not send: it
 * reaches neither the log of a proxy nor a Referer header (RFC 9110 section 10.1.3).
 */
export const linkParameters = { resetPassword: 'reset', verifyEmail: 'verify', firstAdmin: 'admin' } as const;
export const loginLink = (publicUrl: string, parameter: keyof typeof linkParameters, value: string): string =>
  `${publicUrl}/login#${linkParameters[parameter]}=${value}`;

/** A stall's address: its id stays when the name changes, so that printed codes and sent links do too. */
export const warungLink = (publicUrl: string, id: string): string => `${publicUrl}/warungs/${id}`;

/** How much of the end of a stall's id its short address has; the beginning of a UUIDv7 is its time. */
const shortCodeLength = 8;

/** A stall's address as people type it from a poster. It leads to `warungLink`. */
export const shortWarungLink = (publicUrl: string, id: string): string =>
  `${publicUrl}/w/${id.slice(-shortCodeLength)}`;

/** What of a typed short address can be the end of an id, in small letters; undefined when it cannot be one. */
export const shortCode = (typed: string): string | undefined =>
  new RegExp(`^[0-9a-f]{${shortCodeLength}}$`).exec(typed.toLowerCase())?.[0];
