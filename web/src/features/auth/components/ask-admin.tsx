import { useQuery } from '@tanstack/react-query';
import { mailDeliveryQuery } from '../../../lib/query/mail-delivery.ts';
import { useSettings } from '../../../lib/query/settings.tsx';
import { ContactLines } from '../../settings/components/contact-lines.tsx';

/** Says which admins can help, and how to reach them. */
export function AskAdmin({ greeting }: { greeting: string }) {
  const { contact_info: contact } = useSettings();
  const { data } = useQuery(mailDeliveryQuery);
  const admins = data?.admins ?? [];
  return (
    <>
      {admins.length > 0 && (
        <ul aria-label="Admin nagari" className="grid gap-1 font-semibold">
          {admins.map((name) => (
            <li key={name} className="own-box wrap-anywhere">
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
      <ContactLines text={contact} greeting={greeting} />
    </>
  );
}
