import { useSyncExternalStore } from 'react';
import { noCookies } from './use-take-up.ts';

const neverChanges = () => () => undefined;

/** Says before anything is typed that nobody can sign in with a browser that keeps no cookies. */
export function CookieNote() {
  const keepsCookies = useSyncExternalStore(
    neverChanges,
    () => navigator.cookieEnabled,
    () => true,
  );
  if (keepsCookies) return null;
  return (
    <p role="alert" className="rounded-card bg-raised px-4 py-3 text-red-text">
      {noCookies}
    </p>
  );
}
