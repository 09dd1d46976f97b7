import { update_warung_by_admin } from '@lapau/contract/admin-warungs';
import type { AdminWarung } from '@lapau/contract/admin-warungs';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { useVersionedForm } from '../../../lib/forms/use-versioned-form.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { TextareaField } from '../../../ui/fields/textarea-field.tsx';
import { VersionConflict } from '../../../ui/version-conflict.tsx';
import { adminWarungsKey, saveWarung } from '../api.ts';

const schema = z.omit(update_warung_by_admin.input, { warung_id: true, version: true });

const labels = {
  name: 'Nama warung',
  bio: 'Deskripsi',
  address: 'Alamat',
  phone_number: 'Nomor HP',
  whatsapp_number: 'Nomor WhatsApp',
} as const;

const valuesOf = ({ name, bio, address, phone_number, whatsapp_number }: AdminWarung) => ({
  name,
  bio,
  address,
  phone_number,
  whatsapp_number,
});

/** Edits any stall's data. */
export function WarungEditForm({ warung, onDone }: { warung: AdminWarung; onDone: () => void }) {
  const client = useQueryClient();
  const { user } = useMember();
  const { field, onSubmit, isPending, conflict } = useVersionedForm({
    thing: warung,
    schema,
    valuesOf,
    labels,
    draftKey: `${user.id} warung-${warung.id}`,
    mutation: saveWarung,
    inputOf: (values, { version }) => ({ ...values, warung_id: warung.id, version }),
    fieldOf: { name_reserved: 'name' },
    onSaved: () => void client.invalidateQueries({ queryKey: adminWarungsKey }),
    onDone,
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <InputField label={labels.name} autoComplete="off" {...field('name')} />
      <TextareaField label={labels.bio} {...field('bio')} />
      <InputField label={labels.address} autoComplete="off" {...field('address')} />
      <InputField label={labels.phone_number} type="tel" autoComplete="off" {...field('phone_number')} />
      <InputField label={labels.whatsapp_number} type="tel" autoComplete="off" {...field('whatsapp_number')} />
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan
      </Button>
      {conflict && <VersionConflict {...conflict} />}
    </form>
  );
}
