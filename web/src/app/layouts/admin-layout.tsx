import { Flag, LayoutDashboard, Megaphone, Settings, Store, Users } from 'lucide-react';
import { Outlet } from 'react-router';
import { useSignOut } from '../../features/auth/components/use-sign-out.tsx';
import { useSettings } from '../../lib/query/settings.tsx';
import { Link } from '../../ui/parts/link.tsx';
import { Mark } from '../../ui/parts/mark.tsx';
import type { NavItem } from '../navigation.ts';
import { BottomBar, Tab } from './bottom-bar.tsx';
import { InboxLinks } from './inbox-links.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';

/** The tab of the desk, which only the rail has. */
const deskTab: NavItem = { path: '/admin', label: 'Ringkasan', icon: LayoutDashboard };

/** The admin's bottom bar. */
const adminTabs: NavItem[] = [
  { path: '/admin/reports', label: 'Laporan', icon: Flag },
  { path: '/admin/users', label: 'Pengguna', icon: Users },
  { path: '/admin/warungs', label: 'Warung', icon: Store },
  { path: '/admin/promotions', label: 'Promosi', icon: Megaphone },
  { path: '/admin/settings', label: 'Atur', icon: Settings },
];

/** The admin's header and navigation; wide enough for tables on a desktop. */
export function AdminLayout() {
  const { site_title: siteTitle } = useSettings();
  const { signOut, question } = useSignOut();
  return (
    <div className="flex min-h-dvh flex-col [--rail-left:max(0px,calc(50%-39.5rem))]">
      <SkipLink />
      <TopBar width="max-w-wide lg:max-w-[79rem]">
        <Link to="/" aria-label={siteTitle} className="grid size-11 shrink-0 place-items-center">
          <Mark className="size-8" />
        </Link>
        <Link to="/admin" className="flex min-h-11 min-w-0 flex-1 items-center leading-none font-semibold">
          Admin Dashboard
        </Link>
        <InboxLinks only="/notifications" />
        {/* The button is as high as the bar, whose edges a border would touch. */}
        <button
          type="button"
          onClick={signOut}
          className="min-h-11 shrink-0 rounded-control px-2 font-semibold text-muted hover:text-text active:opacity-80"
        >
          Keluar
        </button>
      </TopBar>
      {question}
      <BottomBar name="Navigasi admin" width="max-w-wide">
        {/* A phone has no room for six tabs: the title leads to the desk there. */}
        <div className="max-lg:hidden">
          <Tab {...deskTab} />
        </div>
        {adminTabs.map((tab) => (
          <Tab key={tab.path} {...tab} coversBelow />
        ))}
      </BottomBar>
      <ScreenFrame className="shell-column mx-auto w-full max-w-wide flex-1 pb-24 lg:max-w-[79rem] lg:pl-60">
        <main>
          <Outlet />
        </main>
      </ScreenFrame>
    </div>
  );
}
