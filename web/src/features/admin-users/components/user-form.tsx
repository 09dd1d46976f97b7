import { update_user_by_admin } from '@lapau/contract/admin-users';
import type { AdminUser } from '@lapau/contract/admin-users';
import { isKnownRole, roleNames, roles } from '@lapau/contract/roles';
import type { Role } from '@lapau/contract/roles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useVersionedForm } from '../../../lib/forms/use-versioned-form.ts';
import { useKecamatanHint } from '../../../lib/query/kecamatan-hint.ts';
import { mailDeliveryQuery } from '../../../lib/query/mail-delivery.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { controlStyles, Field } from '../../../ui/fields/field.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { VersionConflict } from '../../../ui/version-conflict.tsx';
import { adminUsersKey, saveUser } from '../api.ts';

const schema = z.omit(update_user_by_admin.input, { user_id_to_update: true, version: true });

const labels = {
  new_full_name: 'Nama lengkap',
  new_email: 'Email',
  new_phone: 'Nomor HP',
  new_role: 'Peran',
  new_address: 'Alamat',
  new_nagari: 'Nagari',
  new_kecamatan: 'Kecamatan',
} as const;

const valuesOf = (person: AdminUser) => ({
  new_full_name: person.full_name,
  new_email: person.email,
  new_phone: person.phone,
  // A role that only a later release knows is not edited: the server refuses it.
  new_role: isKnownRole(person.role) ? person.role : ('pembeli' as const),
  new_address: person.address,
  new_nagari: person.nagari,
  new_kecamatan: person.kecamatan,
});

/** The consequences of a change to each role. */
const roleHints: Record<Role, string> = {
  pembeli: 'Warung dan menunya disembunyikan, dan tampil lagi bila orang ini menjadi penjual kembali.',
  penjual: 'Mendapat warung yang masih tutup, jika belum punya.',
  admin: 'Dapat mengatur semuanya, juga pengguna lain.',
};

/** Edits a person's profile, e-mail and role. */
export function UserForm({ person, onDone }: { person: AdminUser; onDone: () => void }) {
  const client = useQueryClient();
  const { user } = useMember();
  const kecamatanHint = useKecamatanHint();
  const { data: delivery } = useQuery(mailDeliveryQuery);
  const { form, field, onSubmit, isPending, conflict } = useVersionedForm({
    thing: person,
    schema,
    valuesOf,
    labels,
    draftKey: `${user.id} user-${person.id}`,
    mutation: saveUser,
    inputOf: (values, { version }) => ({ ...values, user_id_to_update: person.id, version }),
    fieldOf: { name_reserved: 'new_full_name', email_taken: 'new_email', own_role: 'new_role' },
    onSaved: () => void client.invalidateQueries({ queryKey: adminUsersKey }),
    onDone,
  });
  const isOwn = person.id === user.id;
  const isOtherAdmin = person.role === 'admin' && !isOwn;
  const role = useWatch({ control: form.control, name: 'new_role' });
  const { error: roleError, ...roleField } = field('new_role');

  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      <InputField label={labels.new_full_name} autoComplete="off" {...field('new_full_name')} />
      <InputField
        label={labels.new_email}
        type="email"
        autoComplete="off"
        readOnly={isOtherAdmin}
        hint={
          isOtherAdmin
            ? 'Email admin hanya dapat diubah oleh admin itu sendiri.'
            : `Email baru berlaku seketika dan mengeluarkan semua HP orang ini. ${
                delivery?.mail === 'off'
                  ? 'Beri tahu orangnya sendiri: situs ini tidak mengirim email.'
                  : 'Email lama diberi tahu.'
              }`
        }
        {...field('new_email')}
      />
      <InputField label={labels.new_phone} type="tel" autoComplete="off" {...field('new_phone')} />
      <Field
        label={labels.new_role}
        hint={
          isOwn ? 'Peran sendiri hanya dapat diubah admin lain.' : role === person.role ? undefined : roleHints[role]
        }
        error={roleError}
      >
        {(control) => (
          <select {...roleField} {...control} className={controlStyles}>
            {roles
              .filter((option) => !isOwn || option === person.role)
              .map((option) => (
                <option key={option} value={option}>
                  {roleNames[option]}
                </option>
              ))}
          </select>
        )}
      </Field>
      <InputField label={labels.new_address} autoComplete="off" {...field('new_address')} />
      <InputField label={labels.new_nagari} autoComplete="off" {...field('new_nagari')} />
      <InputField label={labels.new_kecamatan} autoComplete="off" hint={kecamatanHint} {...field('new_kecamatan')} />
      <Button type="submit" busy={isPending} busyText="Menyimpan...">
        Simpan
      </Button>
      {conflict && <VersionConflict {...conflict} />}
    </form>
  );
}
