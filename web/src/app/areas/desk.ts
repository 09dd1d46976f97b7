import type { PathIn } from '@lapau/contract/screens';
import type { ComponentType } from 'react';
import { UsersScreen } from '../../features/admin-users/screens/users-screen.tsx';
import { WarungMenuScreen } from '../../features/admin-warungs/screens/warung-menu-screen.tsx';
import { WarungsScreen } from '../../features/admin-warungs/screens/warungs-screen.tsx';
import { AuditScreen } from '../../features/audit/screens/audit-screen.tsx';
import { BannersScreen } from '../../features/banners/screens/banners-screen.tsx';
import { DeskScreen } from '../../features/desk/screens/desk-screen.tsx';
import { ReportsScreen } from '../../features/reports/screens/reports-screen.tsx';
import { SpellingsScreen } from '../../features/search/screens/spellings-screen.tsx';
import { SettingsScreen } from '../../features/settings/screens/settings-screen.tsx';

export { AdminLayout } from '../layouts/admin-layout.tsx';

export const components: Record<PathIn<'desk'>, ComponentType> = {
  '/admin': DeskScreen,
  '/admin/reports': ReportsScreen,
  '/admin/users': UsersScreen,
  '/admin/warungs': WarungsScreen,
  '/admin/warungs/:warungId/menu': WarungMenuScreen,
  '/admin/promotions': BannersScreen,
  '/admin/settings': SettingsScreen,
  '/admin/spellings': SpellingsScreen,
  '/admin/log': AuditScreen,
};
