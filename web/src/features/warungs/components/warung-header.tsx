import type { Warung } from '@lapau/contract/warungs';
import { MapPin } from 'lucide-react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { RowSkeleton } from '../../../ui/row-skeleton.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { OpenBadge } from './open-badge.tsx';

/** A stall's name, opening state, address and description (D52). */
export function WarungHeader({ warung }: { warung: Warung }) {
  return (
    <header className="grid gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={warung.name} src={warung.avatar_url} size="large" />
        <div className="grid min-w-0 flex-1 basis-40 gap-1.5">
          <Heading className="text-xl font-bold">{warung.name}</Heading>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted">
            <OpenBadge isOpen={warung.is_open} />
            {warung.is_open && warung.confirmed_at && (
              <span>
                <span className="sr-only">, </span>dikonfirmasi <TimeAgo time={warung.confirmed_at} isShort />
              </span>
            )}
            <span>
              Info warung diperbarui <TimeAgo time={warung.updated_at} />
            </span>
          </p>
        </div>
      </div>
      <p className="flex gap-2">
        <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-gold" />
        <span className="grid min-w-0">
          <span className={warung.address ? undefined : 'text-muted'}>{warung.address || 'Alamat belum diisi.'}</span>
          <span className="text-small text-muted">{warung.nagari}</span>
        </span>
      </p>
      <p className={warung.bio ? 'whitespace-pre-line' : 'text-muted'}>{warung.bio || 'Belum ada deskripsi.'}</p>
    </header>
  );
}

export function WarungHeaderSkeleton() {
  return (
    <div className="grid gap-4">
      <RowSkeleton className="gap-4" picture="size-24" lines={['h-6 w-4/5', 'h-5 w-3/5']} />
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-5" />
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-11 rounded-control" />
        <Skeleton className="h-11 rounded-control" />
      </div>
    </div>
  );
}
