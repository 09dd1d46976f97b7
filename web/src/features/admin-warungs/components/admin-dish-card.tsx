import type { MenuPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Badge } from '../../../ui/parts/badge.tsx';
import { Photo } from '../../../ui/photos/photo.tsx';

type AdminDishCardProps = {
  dish: MenuPost;
  first: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

/** A dish in the menu of any stall. */
export function AdminDishCard({ dish, first, onEdit, onDelete }: AdminDishCardProps) {
  return (
    <li className="flex flex-col overflow-hidden rounded-card bg-surface">
      <div className="relative">
        <Photo
          src={dish.images[0]}
          alt=""
          placeholder={dish.placeholders[0]}
          sizes="(min-width: 28rem) 14rem, 50vw"
          first={first}
          dimmed={!dish.is_open}
        />
        <Badge tone={dish.is_open ? 'pandan' : 'red'} className="absolute top-2 left-2">
          {dish.is_open ? 'Tersedia' : 'Habis'}
        </Badge>
      </div>
      <div className="grid gap-0.5 px-3 pt-2.5">
        <span className="line-clamp-3 leading-snug font-semibold">
          <bdi>{dish.food_name}</bdi>
        </span>
        <span className="line-clamp-6 leading-snug font-semibold text-gold">
          <bdi>{formatPrice(dish.price)}</bdi>
        </span>
      </div>
      <div className="mt-auto flex justify-end px-1 pb-1">
        <IconButton
          name={`Edit ${dish.food_name}`}
          icon={<Pencil aria-hidden="true" className="size-5" />}
          onClick={onEdit}
        />
        <IconButton
          name={`Hapus ${dish.food_name}`}
          icon={<Trash2 aria-hidden="true" className="size-5" />}
          onClick={onDelete}
        />
      </div>
    </li>
  );
}
