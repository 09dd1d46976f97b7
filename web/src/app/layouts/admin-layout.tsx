import { Outlet } from 'react-router';
import { useSettings } from '../../lib/settings.tsx';
import { useSignOut } from '../../lib/use-sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Mark } from '../../ui/mark.tsx';
import { adminTabs } from './admin-tabs.ts';
import { BottomBar, Tab } from './bottom-bar.tsx';
import { InboxLinks } from './inbox-links.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { TopBar } from './top-bar.tsx';

/** The admin's header and bottom bar; wide enough for tables on a desktop. */
export function AdminLayout() {
  const { site_title: siteTitle } = useSettings();
  const { signOut, isPending } = useSignOut();
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar width="max-w-wide">
        <Link to="/" aria-label={siteTitle} className="grid size-11 shrink-0 place-items-center">
          <Mark className="size-8" />
        </Link>
        <p className="min-w-0 flex-1 leading-tight font-semibold">Admin Dashboard</p>
        <InboxLinks only="/notifications" />
        <Button variant="quiet" busy={isPending} busyText="Keluar..." onClick={signOut}>
          Keluar
        </Button>
      </TopBar>
      <ScreenFrame className="peer mx-auto w-full max-w-wide flex-1 pb-24">
        <main>
          <Outlet />
        </main>
      </ScreenFrame>
      {adminTabs.length > 0 && (
        <BottomBar name="Navigasi admin" width="max-w-wide">
          {adminTabs.map((tab) => (
            <Tab key={tab.path} {...tab} />
          ))}
        </BottomBar>
      )}
    </div>
  );
}
