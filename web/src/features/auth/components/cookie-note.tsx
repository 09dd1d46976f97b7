import { useIsServersHtml } from '../../../lib/device/on-server.ts';
import { noCookies } from './use-take-up.ts';

/** Says before anything is typed that nobody can sign in with a browser that keeps no cookies. */
export const CookieNote = () =>
  useIsServersHtml() || navigator.cookieEnabled ? null : (
    <p role="alert" className="rounded-card bg-raised px-4 py-3 text-red-text">
      {noCookies}
    </p>
  );
