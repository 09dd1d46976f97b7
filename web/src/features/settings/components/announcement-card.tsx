import { ChevronDown, Megaphone, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useSettings } from '../../../lib/settings.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Photo } from '../../../ui/photo.tsx';

const storageKey = 'dismissed-announcement';

/**
 * The admins' announcement, collapsed to two lines without its picture, so that it neither pushes the posts off the screen
 * nor delays their photos. Once dismissed it appears again only when its content changes.
 */
export function AnnouncementCard() {
  const { announcement_title: title, announcement_text: text, announcement_image_url: image } = useSettings();
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(storageKey));
  const [isOpen, setIsOpen] = useState(false);
  const bodyId = useId();
  const content = JSON.stringify([title, text, image]);
  if (text === '' || content === dismissed) return null;

  function dismiss() {
    localStorage.setItem(storageKey, content);
    setDismissed(content);
  }
  return (
    <section aria-label="Pengumuman" className="overflow-hidden rounded-card bg-raised ring-1 ring-line ring-inset">
      <div className="relative">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setIsOpen(!isOpen)}
          className="flex w-full gap-3 py-3 pr-11 pl-3 text-left transition-opacity active:opacity-80"
        >
          <Megaphone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-gold" />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{title}</span>
            <span
              className={classNames('text-small', isOpen ? 'block whitespace-pre-line' : 'line-clamp-2 text-muted')}
            >
              {text}
            </span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className={classNames('absolute right-3 bottom-3 size-5 text-muted', isOpen && 'rotate-180')}
          />
        </button>
        <span className="absolute top-0 right-0">
          <IconButton
            name="Tutup pengumuman"
            icon={<X className="size-5" />}
            onClick={dismiss}
            className="text-muted"
          />
        </span>
      </div>
      <div id={bodyId}>{isOpen && image && <Photo src={image} alt="" ratio={2} />}</div>
    </section>
  );
}
