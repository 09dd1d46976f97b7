import { update_post } from '@lapau/contract/posts';
import type { MenuPost, MyPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { markShownInForm, isShownInForm, showFieldErrors } from '../../../lib/form-errors.ts';
import { useSchemaForm } from '../../../lib/use-schema-form.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogPanel } from '../../../ui/dialog-panel.tsx';
import { InputField } from '../../../ui/input-field.tsx';
import { VersionConflict } from '../../../ui/version-conflict.tsx';
import { conflictingPost, savePrice, storedPost } from '../api-menu.ts';
import { myMenuKey } from '../api.ts';
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
/** Digits are typed on the keyboard of numbers; 'mulai Rp 5.000' is not. */
const isNumber = (price: string) => /^[\d.]*$/.test(price);

type PriceFormProps = {
  post: MenuPost;
  onDone: () => void;
};

function PriceForm({ post, onDone }: PriceFormProps) {
  // As it was when the dialog was opened: a price that another phone changes from then on is a conflict (D70).
  const [seen] = useState(() => storedPost(post));
  const [conflict, setConflict] = useState<MyPost>();
  const isOpen = useIsMounted();
  const client = useQueryClient();
  const { form, field, submit } = useSchemaForm<{ price: string }>(schema, { defaultValues: { price: seen.price } });
  const { mutate, isPending } = useMutation({
    ...savePrice,
    onSuccess: (...answer) => {
      savePrice.onSuccess?.(...answer);
      if (isOpen.current) onDone();
    },
    onError: (error: Error) => {
      // Closed meanwhile: the toast says it.
      if (!isOpen.current) return;
      const theirs = conflictingPost(error);
      if (theirs) setConflict(theirs);
      else showFieldErrors(error, form);
      if (!theirs && !isShownInForm(error))
        form.setError('price', { message: `Gagal memperbarui menu. ${error.message}` });
      markShownInForm(error);
    },
  });
  return (
    <form noValidate onSubmit={submit((typed) => mutate({ seen, ...typed }))} className="grid gap-4">
      <p className="line-clamp-3 text-muted">{post.food_name}</p>
      <InputField
        {...field('price')}
        label="Harga"
        inputMode={isNumber(seen.price) ? 'numeric' : 'text'}
        autoComplete="off"
        enterKeyHint="done"
        onFocus={(event) => event.currentTarget.select()}
        hint={shownPrice(useWatch({ control: form.control, name: 'price' }))}
      />
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan
      </Button>
      {conflict && (
        <VersionConflict
          differences={[
            { label: 'Harga', mine: formatPrice(form.getValues().price), theirs: formatPrice(conflict.price) },
          ]}
          onClose={() => setConflict(undefined)}
          onChoose={(version) => {
            setConflict(undefined);
            if (version === 'mine') return mutate({ seen: storedPost(conflict), ...form.getValues() });
            void client.invalidateQueries({ queryKey: myMenuKey });
            onDone();
          }}
        />
      )}
    </form>
  );
}

function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
