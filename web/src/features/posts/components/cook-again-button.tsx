import type { MyWarung } from '@lapau/contract/warungs';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CookingPot } from 'lucide-react';
import { Button } from '../../../ui/buttons/button.tsx';
import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { openStanding } from '../../../ui/overlays/standing-overlays.tsx';
import { useNow } from '../../../ui/parts/use-now.ts';
import { myMenuQuery } from '../api-menu.ts';
import type { CookAgainPanelProps } from './cook-again-panel.tsx';
import { useDishesToCook } from './use-dishes-to-cook.ts';

const CookAgainSheet = lazyOverlay<CookAgainPanelProps>(
  async () => (await import('./cook-again-panel.tsx')).CookAgainPanel,
);

type CookAgainButtonProps = {
  /** The stall, with a choice that is not confirmed yet. */
  warung: Pick<MyWarung, 'id' | 'is_open'>;
  /** Closes the stall when cooking has opened it and is undone. */
  onCloseAgain: () => void;
  className?: string;
};

/** Opens the list of dishes to cook again, while there are any (D105). */
export function CookAgainButton({ warung, onCloseAgain, className }: CookAgainButtonProps) {
  const { data } = useInfiniteQuery(myMenuQuery);
  const dishes = useDishesToCook(data, new Date(useNow()));
  if (dishes.length === 0) return null;
  return (
    <Button
      icon={<CookingPot aria-hidden="true" className="size-5 shrink-0" />}
      onClick={() => openStanding((state) => <CookAgainSheet {...state} warung={warung} onCloseAgain={onCloseAgain} />)}
      className={className}
    >
      Masak lagi hari ini
    </Button>
  );
}
