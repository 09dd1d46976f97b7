import { Check, Megaphone } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { linesOf } from '../../../lib/format/contact-links.ts';
import { useSettings } from '../../../lib/query/settings.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { Mark } from '../../../ui/parts/mark.tsx';
import { Photo } from '../../../ui/photos/photo.tsx';
import { ContactLines } from '../components/contact-lines.tsx';

/** About the app: mission, features, contact. */
export function AboutScreen() {
  const { site_title: siteTitle, about_text: about, mission_text: mission, ...lists } = useSettings();
  const features = linesOf(lists.features_text);
  return (
    <div className="grid gap-6 px-4 pb-4">
      <div className="grid gap-3">
        <ScreenTitle title={`Tentang ${siteTitle}`} pageTitle="Tentang" backTo="/profile" />
        <Mark className="mx-auto size-20" />
        <p dir="auto" className="whitespace-pre-line">
          {about}
        </p>
      </div>
      <FullAnnouncement />
      <Section title="Misi">
        <p dir="auto" className="whitespace-pre-line">
          {mission}
        </p>
      </Section>
      {features.length > 0 && (
        <Section title="Fitur">
          <ul className="grid gap-2.5">
            {features.map((feature) => (
              <li key={feature} className="flex gap-3">
                <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-pandan" />
                <span className="own-box min-w-0">
                  <bdi>{feature}</bdi>
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {lists.contact_info.trim() !== '' && (
        <Section title="Kontak">
          <ContactLines text={lists.contact_info} greeting={`Halo, saya ingin bertanya tentang ${siteTitle}.`} />
        </Section>
      )}
      <Link
        to="/privasi"
        className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4 active:opacity-70"
      >
        Kebijakan privasi
      </Link>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid gap-2">
      <h2 id={titleId} className="text-lg font-semibold text-gold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The whole announcement, also after its card in the feed has been dismissed. */
function FullAnnouncement() {
  const { announcement_title: title, announcement_text: text, announcement_image_url: image } = useSettings();
  const titleId = useId();
  if (text === '') return null;
  return (
    <section aria-labelledby={titleId} className="overflow-hidden rounded-card bg-raised ring-1 ring-line ring-inset">
      <div className="grid gap-1.5 p-4">
        <h2 id={titleId} className="own-box flex gap-3 font-semibold">
          <Megaphone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-gold" />
          <bdi>{title}</bdi>
        </h2>
        <p dir="auto" className="whitespace-pre-line">
          {text}
        </p>
      </div>
      {image && <Photo src={image} alt="" ratio={2} />}
    </section>
  );
}
