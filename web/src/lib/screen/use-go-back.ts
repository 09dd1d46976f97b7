import { useLocation, useNavigate } from 'react-router';

/** The `location.state` of the screen that opens after signing in: the history before it has only /login. */
export const afterLoginState = { isAfterLogin: true };

/** Goes one step back in the history, or to `fallback` when the screen before is not one of the app's. */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate();
  const state = useLocation().state as Partial<typeof afterLoginState> | null;
  return () => {
    // The router counts its entries. A key of 'default' would not tell the first one: a redirect replaces it.
    const { idx } = window.history.state as { idx: number };
    void (idx === 0 || state?.isAfterLogin ? navigate(fallback, { replace: true }) : navigate(-1));
  };
}
