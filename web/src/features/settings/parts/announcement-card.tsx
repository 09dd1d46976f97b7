import { Megaphone, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useSettings } from '../../../lib/settings.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Photo } from '../../../ui/photo.tsx';

const storageKey = 'dismissed-announcement';

/** What the admins announce, until the reader puts it away; a changed announcement shows again. Nothing without a text. */
export function AnnouncementCard() {
  const { announcement_title: title, announcement_text: text, announcement_image_url: image } = useSettings();
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(storageKey));
  const titleId = useId();
  const content = JSON.stringify([title, text, image]);
  if (text === '' || content === dismissed) return null;

  function dismiss() {
    localStorage.setItem(storageKey, content);
    setDismissed(content);
  }
  return (
    <section aria-labelledby={titleId} className="overflow-hidden rounded-card bg-raised ring-1 ring-line ring-inset">
      <div className="flex items-center gap-2.5 py-1 pr-1 pl-3.5">
        <Megaphone aria-hidden="true" className="size-5 shrink-0 text-gold" />
        <h2 id={titleId} className="min-w-0 flex-1 font-semibold">
          {title}
        </h2>
        <IconButton name="Tutup pengumuman" icon={<X className="size-5" />} onClick={dismiss} className="text-muted" />
      </div>
      <p className="px-3.5 pb-3.5 whitespace-pre-line">{text}</p>
      {image && <Photo src={image} alt="" ratio={2} />}
    </section>
  );
}
