import { ChevronDown, Megaphone, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { page } from '../../../lib/calls/boot.ts';
import { deviceStorage } from '../../../lib/device/device-storage.ts';
import { useIsServersHtml } from '../../../lib/device/on-server.ts';
import { shortTextOf, tellServer } from '../../../lib/device/told-server.ts';
import { useSettings } from '../../../lib/query/settings.tsx';
import { useMember } from '../../../lib/session/session.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Photo } from '../../../ui/photos/photo.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';

const storageKey = 'dismissed-announcement';

/**
 * The admins' announcement as one line, so that it neither pushes the posts off the screen nor delays their photos. Once
 * dismissed it appears again when its content changes, and for others who use the phone.
 */
export function Announcement() {
  const { user } = useMember();
  const { announcement_title: title, announcement_text: text, announcement_image_url: image } = useSettings();
  const [stored, setStored] = useState(() => deviceStorage.get(storageKey));
  const isServersHtml = useIsServersHtml();
  const content = JSON.stringify([user.id, title, text, image]);
  const isStored = content === stored;
  const short = shortTextOf(content);
  useEffect(() => tellServer('dismissed', isStored ? short : undefined), [isStored, short]);
  if (text === '' || (isServersHtml ? page.dismissed === short : isStored)) return null;

  function dismiss() {
    deviceStorage.set(storageKey, content);
    setStored(content);
  }
  // The key is the content, so that another announcement starts closed.
  return <AnnouncementStrip key={content} title={title} text={text} image={image} onDismiss={dismiss} />;
}

type AnnouncementStripProps = { title: string; text: string; image: string; onDismiss?: () => void };

/** One line that opens on a tap; without `onDismiss` it cannot be closed. */
export function AnnouncementStrip({ title, text, image, onDismiss }: AnnouncementStripProps) {
  const [isOpen, setIsOpen] = useState(false);
  const bodyId = useId();
  return (
    // In the feed the line stands above the search bar and the banner: the buttons are higher than it.
    <section
      aria-label={onDismiss ? 'Pengumuman' : 'Pratinjau pengumuman'}
      className="relative z-11 flow-root bg-raised"
    >
      <div className={classNames('flex items-center', !isOpen && 'h-11', !isOpen && onDismiss && '-my-2')}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 pl-3 text-left text-small -outline-offset-2 transition-opacity active:opacity-80"
        >
          <Megaphone aria-hidden="true" className="size-4.5 shrink-0 text-gold" />
          <span className={classNames('min-w-0 flex-1', !isOpen && 'truncate')}>
            <bdi className="font-semibold">{title}</bdi>
            {!isOpen && (
              <span className="text-muted">
                {' '}
                <bdi>{text}</bdi>
              </span>
            )}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-5 shrink-0 text-muted', isOpen && 'rotate-180')}
          />
        </button>
        {onDismiss && (
          <IconButton
            name="Tutup pengumuman"
            icon={<X className="size-5" />}
            onClick={onDismiss}
            className="self-start text-muted"
          />
        )}
      </div>
      <div id={bodyId}>
        {isOpen && (
          <>
            <p dir="auto" className="px-3 pb-3 whitespace-pre-line">
              {text}
            </p>
            {image && <Photo src={image} alt="" ratio={2} />}
          </>
        )}
      </div>
    </section>
  );
}
