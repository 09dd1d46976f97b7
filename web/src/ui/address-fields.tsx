import { useQuery } from '@tanstack/react-query';
import { knownNagariQuery } from '../lib/known-nagari.ts';
import { InputField } from './input-field.tsx';

type AddressFieldsProps = {
  /** The props of each field's control, as useSchemaForm makes them. */
  field: (name: 'address' | 'nagari' | 'kecamatan') => object;
};

/** Where a person lives; known nagari are suggested (D13). */
export function AddressFields({ field }: AddressFieldsProps) {
  const { data: knownNagari } = useQuery(knownNagariQuery);
  return (
    <>
      <InputField label="Alamat" autoComplete="street-address" {...field('address')} />
      <InputField label="Nagari" autoComplete="address-level4" suggestions={knownNagari} {...field('nagari')} />
      <InputField label="Kecamatan" autoComplete="address-level3" {...field('kecamatan')} />
    </>
  );
}
