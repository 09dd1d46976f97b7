import type { Session } from '@lapau/contract/profile';
import type { ScreenAddress } from '@lapau/contract/screens';
import { Ban, Bookmark, Info, LayoutDashboard, ShieldCheck, Store } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

type ProfileLink = {
  path: ScreenAddress;
  label: string;
  icon: LucideIcon;
  isFor?: (session: Session) => boolean;
};

const links: ProfileLink[] = [
  {
    path: '/my-warung',
    label: 'Kelola Warung Saya',
    icon: Store,
    // A penjual who becomes an admin still has the stall (D12).
    isFor: ({ profile, warung }) => profile.role === 'penjual' || (profile.role === 'admin' && warung !== null),
  },
  {
    path: '/admin',
    label: 'Admin Dashboard',
    icon: LayoutDashboard,
    isFor: ({ profile }) => profile.role === 'admin',
  },
  { path: '/saved', label: 'Postingan Tersimpan', icon: Bookmark },
  { path: '/profile/diblokir', label: 'Orang yang diblokir', icon: Ban },
  { path: '/about', label: 'Tentang', icon: Info },
  { path: '/privasi', label: 'Kebijakan privasi', icon: ShieldCheck },
];

/** The links of one's profile, by role. */
export const profileLinks = (session: Session): ProfileLink[] => links.filter(({ isFor }) => isFor?.(session) ?? true);
