import { InputField } from './input-field.tsx';

type AddressFieldsProps = {
  /** The props of each field's control, as useSchemaForm makes them. */
  field: (name: 'address' | 'nagari' | 'kecamatan') => object;
  /** The suggestions for the nagari. */
  knownNagari: readonly string[] | undefined;
  kecamatanHint: string;
};

/** The fields for a person's address. */
export function AddressFields({ field, knownNagari, kecamatanHint }: AddressFieldsProps) {
  return (
    <>
      <InputField label="Alamat" autoComplete="street-address" {...field('address')} />
      <InputField label="Nagari" autoComplete="address-level4" suggestions={knownNagari} {...field('nagari')} />
      <InputField label="Kecamatan" autoComplete="address-level3" hint={kecamatanHint} {...field('kecamatan')} />
    </>
  );
}
