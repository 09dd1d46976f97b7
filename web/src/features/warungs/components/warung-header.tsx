import type { Warung } from '@lapau/contract/warungs';
import { ArrowLeft, MapPin } from 'lucide-react';
import { useGoBack } from '../../../lib/screen/use-go-back.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Avatar } from '../../../ui/parts/avatar.tsx';
import { Heading } from '../../../ui/parts/heading.tsx';
import { LongText } from '../../../ui/parts/long-text.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { OpenBadge } from './open-badge.tsx';

/** The stall's description is cut to this, to leave the first screen to the dishes. */
const shownOfBio = { length: 45, lines: 2 };

/** A stall's name, opening state, address and description, with the way back. */
export function WarungHeader({ warung }: { warung: Warung }) {
  const goBack = useGoBack('/warung');
  return (
    <header className="grid gap-2">
      <div className="-ml-2.5 flex items-center gap-1">
        <IconButton name="Kembali" icon={<ArrowLeft className="size-6" />} onClick={goBack} />
        <Avatar name={warung.name} src={warung.avatar_url} size="header" />
        <div className="grid min-w-0 flex-1 gap-1 pl-2">
          <Heading className="text-lg leading-tight font-bold">{warung.name}</Heading>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted">
            <OpenBadge isOpen={warung.is_open} />
            {warung.is_open && warung.confirmed_at && (
              <span>
                <span className="sr-only">, </span>dipastikan penjual <TimeAgo time={warung.confirmed_at} isShort />
              </span>
            )}
          </p>
        </div>
      </div>
      <p className="own-box flex gap-2 text-small leading-snug">
        <MapPin aria-hidden="true" className="size-5 shrink-0 text-gold" />
        <span className="min-w-0">
          <bdi className={warung.address ? undefined : 'text-muted'}>{warung.address || 'Alamat belum diisi.'}</bdi>
          <span className="text-muted">
            {' '}
            · <bdi>{warung.nagari}</bdi>
          </span>
        </span>
      </p>
      {warung.bio ? (
        <LongText id={warung.id} text={warung.bio} shown={shownOfBio} />
      ) : (
        <p className="text-muted">Belum ada deskripsi.</p>
      )}
    </header>
  );
}
