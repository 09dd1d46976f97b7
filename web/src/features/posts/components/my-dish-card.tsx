import { lastAt } from '@lapau/contract/day';
import type { MenuPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { Check, Eye, Pencil, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import { useNavigate } from 'react-router';
import { serverNow } from '../../../lib/device/server-time.ts';
import { buttonStyles } from '../../../ui/buttons/button-styles.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import type { MenuAction } from '../../../ui/overlays/menu-action.ts';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { openStanding } from '../../../ui/overlays/standing-overlays.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { Photo } from '../../../ui/photos/photo.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { WaitingForSignal } from '../../../ui/waiting/waiting-for-signal.tsx';
import type { PricePanelProps } from './price-panel.tsx';
import { markOf } from './use-mark-dishes.ts';
import type { MarkAs } from './use-mark-dishes.ts';
import { useRenewal } from './use-renewal.tsx';

type MyDishCardProps = {
  post: MenuPost;
  /** Whether the card is on the first screen, so that its photo loads with priority. */
  first: boolean;
  isStuck: boolean;
  /** The reason why the choice waits, if that is not the signal. */
  later: string | null;
  /** Whether the dish is selected; undefined outside of the mode in which several are. */
  isSelected: boolean | undefined;
  onSelect: (post: MenuPost) => void;
  onMark: (dishes: readonly MenuPost[], as: MarkAs) => void;
  onDelete: (post: MenuPost) => void;
};

/** A dish of one's own menu with its switch. */
export const MyDishCard = memo((props: MyDishCardProps) => {
  const { post, first, isStuck, later, isSelected, onSelect, onMark } = props;
  const isSelecting = isSelected !== undefined;
  return (
    <li className="relative overflow-hidden rounded-card bg-surface">
      <div inert={isSelecting} className="flex h-full flex-col">
        <Link
          to={`/my-warung/edit-post/${post.id}`}
          className="block -outline-offset-2 transition-opacity active:opacity-80"
        >
          <Photo
            src={post.images[0]}
            alt=""
            placeholder={post.placeholders[0]}
            ratio={16 / 9}
            sizes="(min-width: 28rem) 14rem, 50vw"
            first={first}
            className={post.is_open ? undefined : 'opacity-50'}
          />
          <span className="line-clamp-2 px-3 pt-2 leading-snug font-semibold">
            <bdi>{post.food_name}</bdi>
          </span>
        </Link>
        <div className="px-3 pb-2">
          <Price post={post} />
          <Switch
            checked={post.is_open}
            onChange={(isOpen) => onMark([post], isOpen ? 'open' : 'sold_out')}
            // On the smallest phones with large text the word and the switch stand on lines of their own.
            className="w-full flex-wrap content-center py-1"
          >
            <span>{post.is_open ? 'Tersedia' : 'Habis'}</span>
            <span className="sr-only">{`: ${post.food_name}`}</span>
          </Switch>
          <SoldOut post={post} onMark={onMark} />
          <WaitingForSignal isStuck={isStuck} later={later} />
        </div>
        <div className="absolute top-0 right-0 isolate grid before:absolute before:inset-1.5 before:-z-1 before:rounded-full before:bg-background/70">
          <DishMenu {...props} />
        </div>
      </div>
      {isSelecting && (
        <button
          type="button"
          role="checkbox"
          aria-checked={isSelected}
          aria-label={post.food_name}
          onClick={() => onSelect(post)}
          className={classNames(
            'absolute inset-0 grid justify-items-start rounded-card p-2 -outline-offset-2',
            isSelected && 'ring-2 ring-gold ring-inset',
          )}
        >
          <span
            className={classNames(
              'grid size-8 place-items-center rounded-full ring-2 ring-inset',
              isSelected ? 'bg-gold text-on-gold ring-gold' : 'bg-background/70 ring-text',
            )}
          >
            {isSelected && <Check aria-hidden="true" className="size-5" />}
          </span>
        </button>
      )}
    </li>
  );
});

const PriceDialog = lazyOverlay<PricePanelProps>(async () => (await import('./price-panel.tsx')).PricePanel);

/** The price, which a tap changes. Its dialog stays open when the dish is deleted by another phone. */
const Price = ({ post }: { post: MenuPost }) => (
  <button
    type="button"
    onClick={() => openStanding((state) => <PriceDialog {...state} post={post} />)}
    className="flex min-h-11 w-full items-center rounded-small text-left leading-snug font-semibold text-gold active:opacity-70"
  >
    <span className="line-clamp-6">
      <span className="sr-only">{`Ubah harga ${post.food_name}: `}</span>
      <bdi>{formatPrice(post.price)}</bdi>{' '}
      <Pencil aria-hidden="true" className="inline size-4 align-baseline text-muted" />
    </span>
  </button>
);

/** Offers to have a sold-out dish open again by itself, and says when that will be. */
function SoldOut({ post, onMark }: Pick<MyDishCardProps, 'post' | 'onMark'>) {
  const mark = markOf(post);
  if (mark === 'open') return null;
  if (mark === 'sold_out_today') {
    return <p className="pb-1 text-small text-muted">{reopeningText(post.reopens_at ?? '')}</p>;
  }
  return (
    <button
      type="button"
      onClick={() => onMark([post], 'sold_out_today')}
      className={classNames(buttonStyles('quiet'), 'mb-1 w-full px-2!')}
    >
      Hanya hari ini
      <span className="sr-only">{`: ${post.food_name}`}</span>
    </button>
  );
}

/** A dish that sells out between midnight and 04.00 is open again on the same day. */
const reopeningText = (reopensAt: string): string =>
  lastAt(0, new Date(reopensAt)).getTime() === lastAt(0, new Date(serverNow())).getTime()
    ? 'Habis. Tersedia lagi pukul 04.00'
    : 'Habis hari ini. Tersedia lagi besok';

function DishMenu({ post, onDelete }: Pick<MyDishCardProps, 'post' | 'onDelete'>) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const actions: MenuAction[] = [
    {
      label: 'Edit',
      icon: <Pencil aria-hidden="true" className="size-5" />,
      onSelect: () => void navigate(`/my-warung/edit-post/${post.id}`),
    },
    useRenewal({ id: post.id, createdAt: post.created_at }),
    {
      label: 'Lihat postingan',
      icon: <Eye aria-hidden="true" className="size-5" />,
      onSelect: () => void navigate(`/post/${post.id}`),
    },
    {
      label: 'Hapus',
      icon: <Trash2 aria-hidden="true" className="size-5" />,
      danger: true,
      onSelect: () => setIsAsking(true),
    },
  ];
  return (
    <>
      <Menu name={`Menu ${post.food_name}`} actions={actions} />
      <Confirm
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Hapus ${post.food_name}?`}
        text="Tindakan ini tidak dapat dibatalkan. Menu ini akan dihapus secara permanen."
        verb="Hapus"
        onConfirm={() => onDelete(post)}
      />
    </>
  );
}
