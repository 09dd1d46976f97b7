import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { signOut } from '../api.ts';
import { useSession } from '../session.tsx';

/** Signs out here and in the other tabs; the guard then leads to /login. */
export function SignOutButton({ className }: { className?: string }) {
  const { end } = useSession();
  const { mutate, isPending } = useMutation({ mutationFn: signOut, onSuccess: end, meta: { failed: 'Gagal keluar.' } });
  return (
    <Button
      variant="quiet"
      icon={<LogOut aria-hidden="true" className="size-5" />}
      busy={isPending}
      onClick={() => mutate()}
      className={className}
    >
      Keluar
    </Button>
  );
}
