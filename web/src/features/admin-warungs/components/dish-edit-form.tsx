import { update_post_by_admin } from '@lapau/contract/admin-warungs';
import type { MenuPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiError } from '../../../lib/api-error.ts';
import { showFieldErrors } from '../../../lib/form-errors.ts';
import { useMember } from '../../../lib/session.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFormDraft } from '../../../lib/use-form-draft.ts';
import { useSchemaForm } from '../../../lib/use-schema-form.ts';
import { differencesBetween } from '../../../lib/version-differences.ts';
import { Button } from '../../../ui/button.tsx';
import { InputField } from '../../../ui/input-field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextareaField } from '../../../ui/textarea-field.tsx';
import { VersionConflict } from '../../../ui/version-conflict.tsx';
import { saveDish } from '../api.ts';

const schema = z.pick(update_post_by_admin.input, { food_name: true, price: true, description: true });

const labels = { food_name: 'Nama', price: 'Harga', description: 'Deskripsi' } as const;
type Texts = Record<keyof typeof labels, string>;

const textsOf = ({ food_name, price, description }: MenuPost): Texts => ({ food_name, price, description });

/** Edits a dish of any stall, but its photos (D41). */
export function DishEditForm({ dish, onDone }: { dish: MenuPost; onDone: () => void }) {
  const { user } = useMember();
  // As it was when the form was opened: what the cook changes from then on is a conflict (D70).
  const [seen, setSeen] = useState(dish);
  const [isOpen, setIsOpen] = useState(dish.is_open);
  const [conflict, setConflict] = useState<MenuPost>();
  const { form, field, submit } = useSchemaForm<Texts>(schema, { defaultValues: textsOf(seen) });
  useFormDraft(`${user.id} dish-${dish.id}`, form, textsOf(seen));
  const { mutate, isPending } = useMutation({
    ...saveDish,
    onSuccess: (saved, ...rest) => {
      saveDish.onSuccess?.(saved, ...rest);
      // The form is closed with nothing typed in it, which deletes its draft.
      form.reset(textsOf(saved));
      setSeen(saved);
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'version_conflict') setConflict(error.current as MenuPost);
      else showFieldErrors(error, form);
    },
  });
  const save = (values: Texts, version: number) => mutate({ ...values, is_open: isOpen, post_id: dish.id, version });
  const price = useWatch({ control: form.control, name: 'price' });
  const shown = formatPrice(price);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        const { food_name: name, price: typed } = form.getValues();
        if (name.trim() === '' || typed.trim() === '') toast.error('Nama makanan dan harga harus diisi.');
        submit((values) => save(values, seen.version))(event);
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
      <Switch checked={isOpen} onChange={setIsOpen} className="w-full">
        {isOpen ? 'Tersedia' : 'Habis'}
      </Switch>
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan
      </Button>
      {conflict && (
        <VersionConflict
          differences={differencesBetween(labels, form.getValues(), textsOf(conflict))}
          onClose={() => setConflict(undefined)}
          onKeepMine={() => {
            setConflict(undefined);
            save(form.getValues(), conflict.version);
          }}
          onTakeTheirs={() => {
            form.reset(textsOf(conflict));
            setSeen(conflict);
            setIsOpen(conflict.is_open);
            setConflict(undefined);
          }}
        />
      )}
    </form>
  );
}
