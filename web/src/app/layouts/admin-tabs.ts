import { Flag, LayoutDashboard, Megaphone, Settings, Store, Users } from 'lucide-react';
import type { NavItem } from '../navigation.ts';

/** The tab of the desk, which only the rail has. */
export const deskTab: NavItem = { path: '/admin', label: 'Ringkasan', icon: LayoutDashboard };

/** The admin's bottom bar. */
export const adminTabs: NavItem[] = [
  { path: '/admin/reports', label: 'Laporan', icon: Flag },
  { path: '/admin/users', label: 'Pengguna', icon: Users },
  { path: '/admin/warungs', label: 'Warung', icon: Store },
  { path: '/admin/promotions', label: 'Promosi', icon: Megaphone },
  { path: '/admin/settings', label: 'Atur', icon: Settings },
];
