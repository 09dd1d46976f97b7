import { update_post } from '@lapau/contract/posts';
import type { MenuPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { api } from '../../../lib/calls/api.ts';
import { useVersionedForm } from '../../../lib/forms/use-versioned-form.ts';
import type { Difference } from '../../../lib/forms/version-differences.ts';
import { useGonePost } from '../../../lib/realtime/use-gone-post.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { CopyButton } from '../../../ui/overlays/copy-button.tsx';
import { DialogPanel } from '../../../ui/overlays/dialog-panel.tsx';
import { VersionConflict } from '../../../ui/version-conflict.tsx';
import { savePrice, storedPost } from '../api-menu.ts';
import type { Dish } from '../api-menu.ts';
import { shownPrice } from '../composer/own-fields.tsx';

export type PricePanelProps = {
  open: boolean;
  onClose: () => void;
  post: MenuPost;
};

/** Changes the price of a dish of one's own. */
export function PricePanel({ open, onClose, post }: PricePanelProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <DialogPanel
      open={open}
      onClose={onClose}
      title="Ubah harga"
      initialFocus={() => content.current?.querySelector('input')}
    >
      <div ref={content}>
        <PriceForm post={post} onDone={onClose} />
      </div>
    </DialogPanel>
  );
}

const schema = z.pick(update_post.input, { price: true });
/** Whether a price can be typed on the keyboard of numbers; 'mulai Rp 5.000' cannot. */
const isNumber = (price: string) => /^[\d.]*$/.test(price);

const labels = { price: 'Harga' };
const valuesOf = ({ price }: Dish) => ({ price });
const asPrices = ({ label, mine, theirs }: Difference): Difference => ({
  label,
  mine: formatPrice(String(mine)),
  theirs: formatPrice(String(theirs)),
});

/** The cook's own call is used, as it still finds a dish of a stall that is hidden. */
const askAsCook = (postId: string) => api.get_my_post({ post_id: postId });

function PriceForm({ post, onDone }: { post: MenuPost; onDone: () => void }) {
  // The dish stays as it was when the dialog was opened: a later change of the price by another phone is a conflict (D70).
  const [opened] = useState<Dish>(post);
  const { form, field, onSubmit, isPending, conflict } = useVersionedForm({
    thing: opened,
    schema,
    valuesOf,
    labels,
    draftKey: `${useMember().user.id} price-${post.id}`,
    mutation: savePrice,
    inputOf: (values, seen) => ({ ...storedPost(seen), ...values }),
    failureField: 'price',
    onDone,
  });
  const price = useWatch({ control: form.control, name: 'price' });
  const isGone = useGonePost(post.id, askAsCook);
  return (
    <form noValidate onSubmit={isGone ? (event) => event.preventDefault() : onSubmit} className="grid gap-4">
      <p className="line-clamp-3 text-muted">
        <bdi>{post.food_name}</bdi>
      </p>
      <p role="status" className="empty:hidden">
        {isGone && 'Menu ini sudah tidak ada, jadi harganya tidak bisa diubah lagi.'}
      </p>
      <InputField
        {...field('price')}
        label={labels.price}
        inputMode={isNumber(opened.price) ? 'numeric' : 'text'}
        autoComplete="off"
        enterKeyHint="done"
        onFocus={(event) => event.currentTarget.select()}
        hint={shownPrice(price)}
      />
      {isGone ? (
        <CopyButton text={price} />
      ) : (
        <Button type="submit" busy={isPending} busyText="Menyimpan...">
          Simpan
        </Button>
      )}
      {conflict && <VersionConflict {...conflict} differences={conflict.differences.map(asPrices)} />}
    </form>
  );
}
