import type { MenuPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { useMutation } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Photo } from '../../../ui/photo.tsx';
import { deleteDish } from '../api.ts';

type AdminDishCardProps = {
  dish: MenuPost;
  first: boolean;
  onEdit: () => void;
  /** After a deletion, whether it succeeded or not. */
  onDeleted: () => void;
};

/** A dish in the menu of any stall. */
export function AdminDishCard({ dish, first, onEdit, onDeleted }: AdminDishCardProps) {
  const [isAsking, setIsAsking] = useState(false);
  const deletion = useMutation({ ...deleteDish, onSettled: onDeleted });
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
        <span className="line-clamp-3 leading-snug font-semibold">{dish.food_name}</span>
        <span className="line-clamp-2 leading-snug font-semibold text-gold">{formatPrice(dish.price)}</span>
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
          onClick={() => setIsAsking(true)}
        />
      </div>
      <Confirm
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Hapus Menu?"
        text={`${dish.food_name} dan fotonya dihapus, juga dari beranda dan simpanan orang. Tindakan ini tidak dapat dibatalkan.`}
        verb="Hapus"
        onConfirm={() => deletion.mutateAsync(dish.id)}
      />
    </li>
  );
}
