import { formatPrice } from '@lapau/contract/price';
import { useWatch } from 'react-hook-form';
import { useSettings } from '../../../lib/query/settings.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import type { OwnFieldsProps } from './post-form.tsx';
import { postLabels } from './post-schema.ts';

/** The fields of a dish besides name, photos and description: its price as free text, and how readers see it. */
export function DishFields({ form: { control }, field }: OwnFieldsProps) {
  return (
    <InputField
      {...field('price')}
      label={postLabels.price}
      placeholder="15000, mulai Rp 5.000, atau Gratis"
      inputMode="text"
      autoComplete="off"
      enterKeyHint="next"
      hint={shownPrice(useWatch({ control, name: 'price' }))}
    />
  );
}

/** The price as readers see it, if that differs from the typed text. */
export function shownPrice(price: string): string | undefined {
  const shown = formatPrice(price);
  return shown === '' || shown === price ? undefined : `Tampil sebagai ${shown}`;
}

/** The link of an admin post. */
export const LinkField = ({ field }: OwnFieldsProps) => (
  <InputField
    {...field('link_url')}
    label={`${postLabels.link_url} (opsional)`}
    placeholder="https://"
    type="url"
    inputMode="url"
    autoComplete="off"
    enterKeyHint="next"
  />
);

/** The source of a new admin post and its link; it is free of charge. */
export function SourceFields(props: OwnFieldsProps) {
  const { site_title: siteTitle } = useSettings();
  return (
    <>
      <InputField label={postLabels.price} value="Gratis" readOnly />
      <InputField
        {...props.field('seller_name')}
        label={`${postLabels.seller_name} (opsional)`}
        placeholder={siteTitle}
        autoComplete="off"
        enterKeyHint="next"
      />
      <LinkField {...props} />
    </>
  );
}
