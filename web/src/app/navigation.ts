import type { Session } from '@lapau/contract/profile';
import { isSellerRole } from '@lapau/contract/roles';
import type { ScreenAddress } from '@lapau/contract/screens';
import { Bell, House, MessageCircle, Store, User, Utensils } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

export type NavItem = {
  path: ScreenAddress;
  label: string;
  icon: LucideIcon;
};

/** The bottom bar on both sides of the round 'Tambah'. */
export const memberTabs: Record<'before' | 'after', NavItem[]> = {
  before: [
    { path: '/', label: 'Feed', icon: House },
    { path: '/foods', label: 'Makanan', icon: Utensils },
  ],
  after: [
    { path: '/warung', label: 'Warung', icon: Store },
    { path: '/profile', label: 'Profil', icon: User },
  ],
};

/** The icons in the top bar, each with a count of what is unread. */
export const inbox: (NavItem & { count: 'messages' | 'notifications' })[] = [
  { path: '/conversations', label: 'Pesan', icon: MessageCircle, count: 'messages' },
  { path: '/notifications', label: 'Notifikasi', icon: Bell, count: 'notifications' },
];

/** Where 'Tambah' leads, or undefined for those who do not sell. An admin may have a stall. */
export function addPostPath({ profile, warung }: Session): ScreenAddress | undefined {
  if (!isSellerRole(profile.role)) return undefined;
  return profile.role === 'admin' && !warung ? '/admin/add-post' : '/my-warung/tambah-menu';
}
