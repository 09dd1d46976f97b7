import type { OwnApplication } from '@lapau/contract/applications';
import { limits } from '@lapau/contract/limits';
import { useEffect, useRef } from 'react';
import type { Dispatch } from 'react';
import type { DraftPhoto } from '../../../lib/drafts/draft-photos.ts';
import type { FieldOf } from '../../../lib/forms/use-schema-form.ts';
import { useKecamatanHint } from '../../../lib/query/kecamatan-hint.ts';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { TextareaField } from '../../../ui/fields/textarea-field.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { fieldNames, steps } from '../components/application-fields.ts';
import { bucketOf, slotOf, slots } from './application-draft.ts';
import type { ApplicationChange, ApplicationTexts, Slot } from './application-draft.ts';
import { PhotoSlot } from './photo-slot.tsx';
import type { PhotoErrors } from './use-submitting.ts';

/** Says which step is shown. It takes the focus when the step changes. */
export function StepTitle({ step, wrongSteps }: { step: number; wrongSteps: number[] }) {
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    // A field with an error may have taken the focus already.
    const isFree = document.activeElement === document.body || document.activeElement?.closest('[data-screen-actions]');
    if (shown.current !== step && isFree) title.current?.focus({ preventScroll: true });
    shown.current = step;
  }, [step]);
  const barColour = (one: number) => (wrongSteps.includes(one) ? 'bg-red' : one <= step ? 'bg-gold' : 'bg-fill');
  return (
    <div className="grid gap-2">
      <h2 ref={title} tabIndex={-1} className="text-lg font-semibold outline-none">
        <span>{steps[step - 1]?.title}</span>
        <span className="ml-2 text-small font-normal text-muted">{`Langkah ${step} dari ${steps.length}`}</span>
      </h2>
      <div aria-hidden="true" className="flex gap-1.5">
        {steps.map((one, index) => (
          <span key={one.title} className={classNames('h-1 flex-1 rounded-full', barColour(index + 1))} />
        ))}
      </div>
    </div>
  );
}

type StepProps = { field: FieldOf<ApplicationTexts> };

export function WarungStep({ field, descriptionLength }: StepProps & { descriptionLength: number }) {
  return (
    <>
      <InputField
        label={fieldNames.warung_name}
        autoComplete="off"
        enterKeyHint="next"
        hint="Nama yang dikenal orang, misalnya Lapau Mak Itam."
        {...field('warung_name')}
      />
      <TextareaField
        label={`${fieldNames.warung_description} (opsional)`}
        rows={3}
        hint={<span className="block text-right tabular-nums">{`${descriptionLength}/${limits.bio}`}</span>}
        {...field('warung_description')}
      />
      <InputField
        label={fieldNames.phone_number}
        type="tel"
        autoComplete="tel"
        hint="Pembeli menelepon dan mengirim WhatsApp ke nomor ini."
        {...field('phone_number')}
      />
    </>
  );
}

export function AddressStep({ field, knownNagari }: StepProps & { knownNagari: readonly string[] | undefined }) {
  const kecamatanHint = useKecamatanHint();
  return (
    <>
      <InputField label={fieldNames.street} autoComplete="street-address" {...field('street')} />
      <InputField
        label={fieldNames.nagari}
        autoComplete="address-level4"
        suggestions={knownNagari}
        {...field('nagari')}
      />
      <InputField
        label={fieldNames.kecamatan}
        autoComplete="address-level3"
        hint={kecamatanHint}
        {...field('kecamatan')}
      />
      <InputField label={fieldNames.city} autoComplete="address-level2" {...field('city')} />
      <InputField label={fieldNames.province} autoComplete="address-level1" {...field('province')} />
    </>
  );
}

const hints: Record<Slot, string> = {
  warung_avatar_url: 'Dari depan, siang hari, supaya orang mengenali warung Anda.',
  sample_menu_image_url: 'Satu masakan yang Anda jual.',
};

type PhotoStepProps = {
  photos: DraftPhoto[];
  rejected: OwnApplication | undefined;
  errors: PhotoErrors;
  change: Dispatch<ApplicationChange>;
};

export function PhotoStep({ photos, rejected, errors, change }: PhotoStepProps) {
  return slots.map((slot) => {
    const photo = photos.find((one) => slotOf(one) === slot);
    return (
      <PhotoSlot
        key={slot}
        name={fieldNames[slot]}
        hint={hints[slot]}
        photo={photo}
        bucket={bucketOf(slot)}
        earlierUrl={rejected?.[slot]}
        error={errors[slot]}
        onPick={(file) => change({ type: 'choosePhoto', slot, file })}
        onRemove={() => photo && change({ type: 'removePhoto', id: photo.id })}
        onWork={(work) => photo && change({ type: 'setWork', id: photo.id, work })}
      />
    );
  });
}
