import { useSettings } from '../../../lib/settings.tsx';
import { ContactLines } from '../../../ui/contact-lines.tsx';

/** Why a person may not sign in, and how to reach the admins. */
export function SuspensionNotice({ reason }: { reason: string }) {
  const { contact_info: contact, site_title: siteTitle } = useSettings();
  return (
    <div role="alert" className="rounded-card bg-raised px-4 py-3">
      <p className="text-red-text">{reason}</p>
      <ContactLines text={contact} greeting={`Halo, akun ${siteTitle} saya ditangguhkan.`} />
    </div>
  );
}
