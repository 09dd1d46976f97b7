import { formatPrice } from '@lapau/contract/price';
import { useWatch } from 'react-hook-form';
import { InputField } from '../../../ui/input-field.tsx';
import type { OwnFieldsProps } from './post-form.tsx';

/** A dish's price as free text, and how readers see it. */
export function PriceField({ form: { register, control, formState } }: OwnFieldsProps) {
  const price = useWatch({ control, name: 'price' });
  const shown = formatPrice(price);
  return (
    <InputField
      {...register('price')}
      error={formState.errors.price?.message}
      label="Harga"
      placeholder="15000, mulai Rp 5.000, atau Gratis"
      inputMode="text"
      autoComplete="off"
      enterKeyHint="next"
      hint={shown !== '' && shown !== price && `Tampil sebagai ${shown}`}
    />
  );
}
