import { useMutation } from '@tanstack/react-query';
import { signOut } from './session-query.ts';
import { useSession } from './session.tsx';

/** Signs out here and in the other tabs; the guard then redirects to /login. */
export function useSignOut(): { signOut: () => void; isPending: boolean } {
  const { end } = useSession();
  const { mutate, isPending } = useMutation({ mutationFn: signOut, onSuccess: end, meta: { failed: 'Gagal keluar.' } });
  return { signOut: mutate, isPending };
}
