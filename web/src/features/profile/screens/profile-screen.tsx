import type { Role } from '@lapau/contract/profile';
import { Bookmark, ChevronRight, Info, LayoutDashboard, LogOut, ShieldCheck, Store } from 'lucide-react';
import { hasRoute } from '../../../lib/paths.ts';
import { useMember } from '../../../lib/session.tsx';
import { useSignOut } from '../../../lib/use-sign-out.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';

const roleNames: Record<Role, string> = { pembeli: 'Pembeli', penjual: 'Penjual', admin: 'Admin' };

const links = [
  { path: '/my-warung', label: 'Kelola Warung Saya', icon: Store, roles: ['penjual'] },
  { path: '/become-seller', label: 'Daftar Jadi Penjual', icon: Store, roles: ['pembeli'] },
  { path: '/admin', label: 'Dashboard admin', icon: LayoutDashboard, roles: ['admin'] },
  { path: '/saved', label: 'Postingan Tersimpan', icon: Bookmark },
  { path: '/about', label: 'Tentang', icon: Info },
  { path: '/privasi', label: 'Kebijakan privasi', icon: ShieldCheck },
].filter(({ path }) => hasRoute(path));

export function ProfileScreen() {
  const { user, profile } = useMember();
  const { signOut, isPending } = useSignOut();
  return (
    <div className="grid gap-6 px-4 py-6">
      <h1 className="sr-only">Profil</h1>
      <div className="grid justify-items-center gap-2 text-center">
        <Avatar name={user.user_metadata.full_name} src={user.user_metadata.avatar_url} size="large" />
        <p className="max-w-full text-xl font-semibold">{profile.full_name}</p>
        <p className="max-w-full text-muted">{profile.email}</p>
        <Badge tone="quiet">{roleNames[profile.role]}</Badge>
      </div>
      <ul className="overflow-hidden rounded-card bg-surface">
        {links
          .filter(({ roles }) => !roles || roles.includes(profile.role))
          .map(({ path, label, icon: Icon }) => (
            <li key={path} className="border-line not-first:border-t">
              <Link to={path} className="flex min-h-13 items-center gap-3 px-4 transition-opacity active:opacity-70">
                <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
                <span className="min-w-0 flex-1">{label}</span>
                <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
              </Link>
            </li>
          ))}
      </ul>
      <Button
        variant="quiet"
        icon={<LogOut aria-hidden="true" className="size-5" />}
        busy={isPending}
        busyText="Keluar..."
        onClick={signOut}
      >
        Keluar
      </Button>
    </div>
  );
}
