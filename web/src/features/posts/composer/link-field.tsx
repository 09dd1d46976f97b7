import { InputField } from '../../../ui/input-field.tsx';
import type { OwnFieldsProps } from './post-form.tsx';

/** The link of an admin post (D12). */
export function LinkField({ form: { register, formState } }: OwnFieldsProps) {
  return (
    <InputField
      {...register('link_url')}
      error={formState.errors.link_url?.message}
      label="Tautan (opsional)"
      placeholder="https://"
      type="url"
      inputMode="url"
      autoComplete="off"
      enterKeyHint="next"
    />
  );
}
