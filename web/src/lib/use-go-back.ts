import { useLocation, useNavigate } from 'react-router';

/** Goes one step back in the history, or to `fallback` when this is the first screen since the page was opened. */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  // The router's key for the first entry.
  const isFirst = key === 'default';
  return () => void (isFirst ? navigate(fallback, { replace: true }) : navigate(-1));
}
