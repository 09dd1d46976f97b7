import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGoBack } from '../../../lib/screen/use-go-back.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Avatar } from '../../../ui/parts/avatar.tsx';
import { AdminBadge } from '../../../ui/parts/badge.tsx';
import { Heading } from '../../../ui/parts/heading.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { unknownPerson } from '../api.ts';
import type { Details } from '../api.ts';

type ChatHeaderProps = {
  /** The conversation; undefined while it is loading, or when it cannot be shown. */
  details: Details | undefined;
  isLoading: boolean;
  /** The chat's menu. */
  children?: ReactNode;
};

/** The way back, and the other person; the name of a cook links to the stall. */
export function ChatHeader({ details, isLoading, children }: ChatHeaderProps) {
  const goBack = useGoBack('/conversations');
  const other = details?.other_user;
  const name = other?.full_name ?? unknownPerson;
  const styles = 'flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-small';
  const person = (
    <>
      <Avatar name={name} src={other?.avatar_url} />
      <Heading className="line-clamp-2 min-w-0 leading-tight font-semibold">{name}</Heading>
      {other?.is_admin && <AdminBadge />}
    </>
  );
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-0.5 border-b border-line bg-background px-1.5 py-1 lg:marawa-line">
      <IconButton name="Kembali" icon={<ArrowLeft className="size-6" />} onClick={goBack} />
      {!details ? (
        <div className={styles}>
          {isLoading && <Skeleton className="size-11 rounded-full" />}
          {isLoading && <Skeleton className="h-4 w-40" />}
          <Heading className={isLoading ? 'sr-only' : 'text-xl font-bold'}>Pesan</Heading>
        </div>
      ) : other?.is_warung ? (
        <Link to={`/warungs/${other.id}`} className={`${styles} transition-opacity active:opacity-70`}>
          {person}
        </Link>
      ) : (
        <div className={styles}>{person}</div>
      )}
      {children}
    </header>
  );
}
