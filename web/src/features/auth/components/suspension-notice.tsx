import type { SuspensionNotice as Notice } from '@lapau/contract/appeals';
import { useEffect, useRef } from 'react';
import { useIsServersHtml } from '../../../lib/device/on-server.ts';
import { useSettings } from '../../../lib/query/settings.tsx';
import { SuspensionAppeal } from '../../appeals/components/suspension-appeal.tsx';
import { ContactLines } from '../../settings/components/contact-lines.tsx';

type SuspensionNoticeProps = {
  /** The sentence that the person or the stall is suspended. */
  text: string;
  /** The reason and the e-mail, which the server tells only after the right password. */
  known?: { notice: Notice; email: string };
};

/** Says why a person may not sign in and how to reach the admins, and offers an appeal. */
export function SuspensionNotice({ text, known }: SuspensionNoticeProps) {
  const { contact_info: contact, site_title: siteTitle } = useSettings();
  const section = useRef<HTMLElement>(null);
  const isServersHtml = useIsServersHtml();
  // On a small phone the notice begins below the form's end, out of sight.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, [text, known?.notice]);
  return (
    <section ref={section} aria-label="Penangguhan" className="grid gap-3 rounded-card bg-raised px-4 py-3">
      <div role="alert">
        <p className="text-red-text">{text}</p>
        {known ? (
          known.notice.reason && (
            <p className="own-box pt-2 wrap-anywhere whitespace-pre-line">
              Alasan: <bdi>{known.notice.reason}</bdi>
            </p>
          )
        ) : (
          <p className="pt-2 text-muted">Masuk untuk membaca alasannya dan mengajukan keberatan.</p>
        )}
        <ContactLines text={contact} greeting={`Halo, akun ${siteTitle} saya ditangguhkan.`} />
      </div>
      {/* Its form needs the code. */}
      {known && !isServersHtml && <SuspensionAppeal {...known} />}
    </section>
  );
}
