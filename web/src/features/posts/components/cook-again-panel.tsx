import { renewableAt } from '@lapau/contract/day';
import { limits } from '@lapau/contract/limits';
import type { MenuPost } from '@lapau/contract/posts';
import type { MyWarung } from '@lapau/contract/warungs';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatClock, formatTimeAgo } from '../../../lib/format/time.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SheetPanel } from '../../../ui/overlays/sheet-panel.tsx';
import { useNow } from '../../../ui/parts/use-now.ts';
import { Photo } from '../../../ui/photos/photo.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { lastMenuOf } from '../api-cook-again.ts';
import { myMenuQuery } from '../api-menu.ts';
import { cookWithToast } from './cook-again-toast.ts';
import { useDishesToCook } from './use-dishes-to-cook.ts';

export type CookAgainPanelProps = {
  open: boolean;
  onClose: () => void;
  /** The stall as it was when the panel was opened. */
  warung: Pick<MyWarung, 'id' | 'is_open'>;
  onCloseAgain: () => void;
};

/** The dishes to cook again, of which those of the last menu are chosen to begin with (D105). */
export function CookAgainPanel({ open, onClose, warung, onCloseAgain }: CookAgainPanelProps) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(myMenuQuery);
  const now = new Date(useNow());
  const dishes = useDishesToCook(data, now);
  /** The ids of the chosen dishes, once the person has changed something. */
  const [picked, setPicked] = useState<ReadonlySet<string>>();
  // The whole menu is listed, also what nobody has scrolled to.
  useEffect(() => {
    if (open && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [open, hasNextPage, isFetching, isError, fetchNextPage]);

  const ids = picked ?? new Set(dishes.length > 0 ? lastMenuOf(dishes, now).map(({ id }) => id) : []);
  const chosen = dishes.filter(({ id }) => ids.has(id)).slice(0, limits.postsAtOnce);

  function toggle(id: string) {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  }
  function start() {
    cookWithToast(warung, chosen, onCloseAgain);
    onClose();
  }
  return (
    <SheetPanel
      open={open}
      onClose={onClose}
      title="Masak lagi hari ini"
      footer={
        <Button disabled={chosen.length === 0} onClick={start} className="w-full">
          {`Masak lagi (${chosen.length})`}
        </Button>
      }
    >
      <p className="pb-2 text-small text-muted">
        {warung.is_open ? explanation : `${explanation} Warung Anda juga dibuka.`}
      </p>
      <ul>
        {dishes.map((dish) => (
          <li key={dish.id}>
            <DishChoice dish={dish} isChosen={ids.has(dish.id)} now={now} onToggle={() => toggle(dish.id)} />
          </li>
        ))}
      </ul>
    </SheetPanel>
  );
}

const explanation = `Yang dipilih jadi tersedia dan tampil paling atas lagi, paling banyak ${limits.renewalsAnHour} masakan dalam satu jam.`;

type DishChoiceProps = { dish: MenuPost; isChosen: boolean; now: Date; onToggle: () => void };

const DishChoice = ({ dish, isChosen, now, onToggle }: DishChoiceProps) => (
  <button
    type="button"
    role="checkbox"
    aria-checked={isChosen}
    onClick={onToggle}
    className="flex min-h-14 w-full items-center gap-3 rounded-small py-1.5 text-left -outline-offset-2 active:opacity-80"
  >
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-7 shrink-0 place-items-center rounded-small ring-2 ring-inset',
        isChosen ? 'bg-gold text-on-gold ring-gold' : 'ring-muted',
      )}
    >
      {isChosen && <Check className="size-5" />}
    </span>
    <span className="w-12 shrink-0 overflow-hidden rounded-small">
      <Photo src={dish.images[0]} alt="" placeholder={dish.placeholders[0]} ratio={1} sizes="3rem" />
    </span>
    <span className="min-w-0 flex-1">
      <span className="line-clamp-2 leading-snug font-semibold">
        <bdi>{dish.food_name}</bdi>
      </span>
      <span className="block text-small text-muted">{stateText(dish, now)}</span>
    </span>
  </button>
);

/** What becomes of a dish differs by when it was last posted, so that is said before. */
function stateText({ is_open, created_at }: MenuPost, now: Date): string {
  const again = renewableAt(created_at);
  const state = is_open ? 'Tersedia' : 'Habis';
  return again > now
    ? `${state} · tampil di atas lagi ${formatClock(again, now)}`
    : `${state} · ${formatTimeAgo(created_at, now.getTime())}`;
}
