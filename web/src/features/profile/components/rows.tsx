import { ChevronRight } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../../ui/parts/link.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';

const look =
  'flex min-h-13 w-full items-center gap-3 px-4 py-2.5 text-left -outline-offset-2 transition-opacity hover:bg-raised active:opacity-70';

export function Rows({ children }: { children: ReactNode }) {
  return <ul className="overflow-hidden rounded-card bg-surface *:border-line *:not-first:border-t">{children}</ul>;
}

type RowProps = {
  icon: LucideIcon;
  label: string;
};

function Content({ icon: Icon, label }: RowProps) {
  return (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0 opacity-70" />
      <span className="min-w-0 flex-1">{label}</span>
    </>
  );
}

/** A row that links to another screen. */
export function LinkRow({ to, ...content }: RowProps & { to: string }) {
  return (
    <li>
      <Link to={to} className={look}>
        <Content {...content} />
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  );
}

/** A row that downloads a file. */
export function DownloadRow({ href, ...content }: RowProps & { href: string }) {
  return (
    <li>
      <a href={href} download className={look}>
        <Content {...content} />
      </a>
    </li>
  );
}

/** A row that runs an action. */
export function ActionRow({
  danger = false,
  onClick,
  ...content
}: RowProps & { danger?: boolean; onClick: () => void }) {
  return (
    <li>
      <button type="button" onClick={onClick} className={classNames(look, danger && 'text-red-text')}>
        <Content {...content} />
      </button>
    </li>
  );
}
