import { useLocation, useNavigate } from 'react-router';

/** Goes back to where the reader came from inside the app, or to `fallback` when the page was opened from outside. */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  // The first entry of a page has this key.
  const isFirst = key === 'default';
  return () => void (isFirst ? navigate(fallback, { replace: true }) : navigate(-1));
}
