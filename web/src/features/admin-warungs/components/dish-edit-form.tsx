import { update_post_by_admin } from '@lapau/contract/admin-warungs';
import type { MenuPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { lengthOf } from '@lapau/contract/text-checks';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useVersionedForm } from '../../../lib/forms/use-versioned-form.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { TextareaField } from '../../../ui/fields/textarea-field.tsx';
import { VersionConflict } from '../../../ui/version-conflict.tsx';
import { saveDish } from '../api.ts';

const schema = z.omit(update_post_by_admin.input, { post_id: true, version: true });

const labels = { food_name: 'Nama', price: 'Harga', description: 'Deskripsi', is_open: 'Tersedia' } as const;

const valuesOf = ({ food_name, price, description, is_open }: MenuPost) => ({
  food_name,
  price,
  description,
  is_open,
});

/** Edits a dish of any stall, but its photos. */
export function DishEditForm({ dish, onDone }: { dish: MenuPost; onDone: () => void }) {
  const { user } = useMember();
  const { form, field, onSubmit, isPending, conflict } = useVersionedForm({
    thing: dish,
    schema,
    valuesOf,
    labels,
    draftKey: `${user.id} dish-${dish.id}`,
    mutation: saveDish,
    inputOf: (values, { version }) => ({ ...values, post_id: dish.id, version }),
    onDone,
  });
  const price = useWatch({ control: form.control, name: 'price' });
  const shown = formatPrice(price);
  const isOpen = useWatch({ control: form.control, name: 'is_open' });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        const { food_name: name, price: typed } = form.getValues();
        if (lengthOf(name) === 0 || lengthOf(typed) === 0) toast.error('Nama makanan dan harga harus diisi.');
        onSubmit(event);
      }}
      className="grid gap-4"
    >
      <InputField label={labels.food_name} autoComplete="off" {...field('food_name')} />
      <InputField
        label={labels.price}
        autoComplete="off"
        hint={shown === '' || shown === price ? undefined : `Tampil sebagai ${shown}`}
        {...field('price')}
      />
      <TextareaField label={labels.description} {...field('description')} />
      <Switch
        checked={isOpen}
        onChange={(next) => form.setValue('is_open', next, { shouldDirty: true })}
        className="w-full"
      >
        {isOpen ? 'Tersedia' : 'Habis'}
      </Switch>
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan
      </Button>
      {conflict && <VersionConflict {...conflict} />}
    </form>
  );
}
