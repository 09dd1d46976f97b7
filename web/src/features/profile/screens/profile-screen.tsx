import { LogOut } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useMember } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Heading } from '../../../ui/parts/heading.tsx';
import { ApplicationStatus } from '../../applications/components/application-status.tsx';
import { useSignOut } from '../../auth/components/use-sign-out.tsx';
import { PushSettings } from '../../push/components/push-settings.tsx';
import { useHasPush } from '../../push/components/use-has-push.ts';
import { AccountRows } from '../components/account-rows.tsx';
import { DataSaver } from '../components/data-saver.tsx';
import { InstallRow } from '../components/install-row.tsx';
import { profileLinks } from '../components/links.ts';
import { ProfileForm } from '../components/profile-form.tsx';
import { ProfileHeader } from '../components/profile-header.tsx';
import { LinkRow, Rows } from '../components/rows.tsx';
import { SignedInDevices } from '../components/signed-in-devices.tsx';
import { StartChoice } from '../components/start-choice.tsx';

/** One's own profile, its links, and the account's settings. */
export function ProfileScreen() {
  const { signOut, question } = useSignOut();
  const session = useMember();
  const hasPush = useHasPush();
  const links = profileLinks(session);
  return (
    <div className="grid gap-6 px-4 py-6">
      <Heading>Profil</Heading>
      <ProfileHeader />
      {session.profile.role === 'pembeli' && <ApplicationStatus />}
      <Rows>
        {links.map(({ path, label, icon }) => (
          <LinkRow key={path} to={path} label={label} icon={icon} />
        ))}
      </Rows>
      <Section title="Data diri">
        <ProfileForm />
      </Section>
      <Section title="Akun">
        <AccountRows />
      </Section>
      {hasPush && (
        <Section title="Notifikasi di HP">
          <PushSettings />
        </Section>
      )}
      <Section title="Di HP ini">
        <StartChoice />
        <DataSaver />
        <InstallRow />
      </Section>
      <Section title="Perangkat yang masuk">
        <SignedInDevices />
      </Section>
      <Button variant="quiet" icon={<LogOut aria-hidden="true" className="size-5" />} onClick={signOut}>
        Keluar
      </Button>
      {question}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h2 id={titleId} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
