import { toExternalUrl } from '@lapau/contract/external-url';
import { Plus } from 'lucide-react';
import { Outlet } from 'react-router';
import { useMember } from '../../lib/session.tsx';
import { useSettings } from '../../lib/settings.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../../ui/link.tsx';
import { SiteLogo } from '../../ui/site-logo.tsx';
import { addPostPath, memberTabs } from '../navigation.ts';
import { BottomBar, Tab, tabStyles } from './bottom-bar.tsx';
import { InboxLinks } from './inbox-links.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { TopBar } from './top-bar.tsx';

/** Top bar, one column, credit and bottom bar. */
export function MemberLayout() {
  const addPath = addPostPath(useMember());
  const { logo_url: logoUrl, site_title: siteTitle } = useSettings();
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar width="max-w-column">
        <Link to="/" className="flex min-h-11 min-w-0 flex-1 items-center">
          <SiteLogo url={logoUrl} title={siteTitle} />
        </Link>
        <InboxLinks />
      </TopBar>
      <ScreenFrame className="peer mx-auto w-full max-w-column flex-1">
        <main>
          <Outlet />
        </main>
      </ScreenFrame>
      <Credit />
      <BottomBar name="Navigasi utama" width="max-w-column">
        {memberTabs.before.map((tab) => (
          <Tab key={tab.path} {...tab} />
        ))}
        {addPath && <AddTab path={addPath} />}
        {memberTabs.after.map((tab) => (
          <Tab key={tab.path} {...tab} />
        ))}
      </BottomBar>
    </div>
  );
}

/** The round button in the middle. */
function AddTab({ path }: { path: string }) {
  return (
    <Link to={path} className={classNames(tabStyles, 'justify-end pb-2 font-semibold text-gold')}>
      <span className="-mt-5 grid size-[min(3.25rem,16vw)] place-items-center rounded-full bg-gold text-on-gold ring-4 ring-background">
        <Plus aria-hidden="true" className="size-7" />
      </span>
      Tambah
    </Link>
  );
}

function Credit() {
  const { footer_credit_text: text, footer_credit_link: stored } = useSettings();
  const link = toExternalUrl(stored);
  return (
    // Hidden while the screen above is loading, or it would be pushed down. `peer` instead of a `group` around the layout:
    // a group would have the whole page restyled with each card that is added or removed.
    <footer className="px-4 pt-6 pb-28 text-center text-small text-muted peer-has-data-loading:invisible">
      {link ? (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-block py-3 underline underline-offset-4"
        >
          {text}
        </a>
      ) : (
        text
      )}
    </footer>
  );
}
