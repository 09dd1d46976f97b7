import type { Warung } from '@lapau/contract/warungs';
import { memo } from 'react';
import { GridCard } from './grid-card.tsx';
import { OpenBadge } from './open-badge.tsx';

/** A stall in the list. */
export const WarungCard = memo(({ warung, first }: { warung: Warung; first: boolean }) => (
  <GridCard
    to={`/warungs/${warung.id}`}
    photo={warung.avatar_url}
    first={first}
    badge={<OpenBadge isOpen={warung.is_open} />}
    title={warung.name}
  >
    <span dir="auto" className="truncate text-left text-small text-muted">
      {warung.nagari}
    </span>
  </GridCard>
));
