import { toExternalUrl } from '@lapau/contract/external-url';
import { Plus } from 'lucide-react';
import { Outlet } from 'react-router';
import { StallLink } from '../../features/warungs/components/stall-link.tsx';
import { useSettings } from '../../lib/query/settings.tsx';
import { useMember } from '../../lib/session/session.tsx';
import { Link } from '../../ui/parts/link.tsx';
import { Mark } from '../../ui/parts/mark.tsx';
import { SiteLogo } from '../../ui/parts/site-logo.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { addPostPath, memberTabs } from '../navigation.ts';
import { BottomBar, Tab, tabStyles } from './bottom-bar.tsx';
import { InboxLinks } from './inbox-links.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';

/** Top bar, one column, credit and bottom bar; from 1024 px the column stands between the navigation and a word about the site. */
export function MemberLayout() {
  const addPath = addPostPath(useMember());
  const { logo_url: logoUrl, site_title: siteTitle } = useSettings();
  return (
    <div className="flex min-h-dvh flex-col [--rail-left:calc(50%-30rem)]">
      <SkipLink />
      <TopBar width="max-w-column lg:max-w-[60rem]">
        <Link to="/" className="flex min-h-11 min-w-0 flex-1 items-center">
          <SiteLogo url={logoUrl} title={siteTitle} />
        </Link>
        <StallLink />
        <InboxLinks />
      </TopBar>
      <BottomBar name="Navigasi utama" width="max-w-column">
        {memberTabs.before.map((tab) => (
          <Tab key={tab.path} {...tab} />
        ))}
        {addPath && <AddTab path={addPath} />}
        {memberTabs.after.map((tab) => (
          <Tab key={tab.path} {...tab} />
        ))}
      </BottomBar>
      <ScreenFrame className="peer shell-column mx-auto w-full max-w-column flex-1">
        <main>
          <Outlet />
        </main>
      </ScreenFrame>
      <Credit />
      <AboutSite />
    </div>
  );
}

/** The round button in the middle; in the rail a wide one. */
function AddTab({ path }: { path: string }) {
  return (
    <Link
      to={path}
      className={classNames(
        tabStyles,
        'font-semibold max-lg:justify-end max-lg:pb-2 max-lg:text-gold lg:my-2 lg:bg-gold lg:text-on-gold lg:hover:bg-gold/90',
      )}
    >
      <span className="grid place-items-center max-lg:-mt-5 max-lg:size-[min(3.25rem,16vw)] max-lg:rounded-full max-lg:bg-gold max-lg:text-on-gold max-lg:ring-4 max-lg:ring-background">
        <Plus aria-hidden="true" className="size-7 lg:size-6" />
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
    <footer className="own-box shell-column mx-auto w-full max-w-column px-4 pt-6 pb-28 text-center text-small text-muted peer-has-data-loading:invisible lg:pb-8">
      {link ? (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-block py-3 underline underline-offset-4 hover:text-text"
        >
          <bdi>{text}</bdi>
        </a>
      ) : (
        <bdi>{text}</bdi>
      )}
    </footer>
  );
}

/** To the right of the column, where there is room. */
function AboutSite() {
  const { site_title: siteTitle } = useSettings();
  return (
    <aside
      aria-label={siteTitle}
      className="fixed top-[calc(--spacing(20)+var(--offline-bar))] left-[calc(50%+16rem)] w-56 rounded-card border border-line bg-surface p-5 text-small text-muted max-xl:hidden"
    >
      <Mark className="size-10" />
      <p className="own-box mt-3 text-base font-semibold text-text">
        <bdi>{siteTitle}</bdi>
      </p>
      <p className="mt-1">Masakan warung nagari hari ini, dan cara menghubungi yang memasaknya.</p>
      <p className="mt-2 grid">
        <Link to="/about" className={aboutLinkStyles}>
          Tentang
        </Link>
        <Link to="/privasi" className={aboutLinkStyles}>
          Kebijakan privasi
        </Link>
      </p>
    </aside>
  );
}

const aboutLinkStyles = 'inline-flex min-h-11 items-center underline underline-offset-4 hover:text-gold';
