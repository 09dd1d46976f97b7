import { Store } from 'lucide-react';
import { usePendingOpen } from '../../../lib/session/own-stall.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { useTooltip } from '../../../ui/parts/tooltip.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';

const name = 'Warung Saya';
/** A tick for an open stall and a cross for a closed one, as colours alone do not tell everybody. */
const signs = { open: 'm3 6.5 2 2 4-4.5', closed: 'm3.5 3.5 5 5m0-5-5 5' };

/** A cook's way to the own stall from everywhere, and whether it is open. A server of 1.0.0 does not say that. */
export function StallLink() {
  const { profile, warung } = useMember();
  const isOpen = usePendingOpen() ?? warung?.is_open;
  const { handlers, bubble } = useTooltip(name);
  if (profile.role !== 'penjual' || !warung) return null;
  return (
    <Link
      {...handlers}
      to="/my-warung"
      aria-label={isOpen === undefined ? name : `${name}, ${isOpen ? 'buka' : 'tutup'}`}
      className="relative flex size-11 shrink-0 items-center justify-center rounded-full -outline-offset-2 transition-[transform,opacity] hover:bg-raised active:scale-90 active:opacity-70"
    >
      <Store aria-hidden="true" className="size-6" />
      {isOpen !== undefined && (
        <svg
          aria-hidden="true"
          viewBox="0 0 12 12"
          className={classNames(
            'absolute right-1 bottom-1 size-4 rounded-full fill-none stroke-2 ring-2 ring-background',
            isOpen ? 'bg-pandan stroke-background' : 'bg-red stroke-on-red',
          )}
        >
          <path d={isOpen ? signs.open : signs.closed} strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      )}
      {bubble}
    </Link>
  );
}
