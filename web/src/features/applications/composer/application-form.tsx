import { missingInApplication } from '@lapau/contract/applications';
import type { OwnApplication } from '@lapau/contract/applications';
import { isAllowedKecamatan } from '@lapau/contract/area';
import { errors as errorTexts } from '@lapau/contract/errors';
import { lengthOf } from '@lapau/contract/text-checks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { SyntheticEvent } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { isFailed, photoNotUploaded } from '../../../lib/drafts/draft-photos.ts';
import type { DraftPhoto } from '../../../lib/drafts/draft-photos.ts';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { knownNagariQuery } from '../../../lib/query/known-nagari.ts';
import { useSettings } from '../../../lib/query/settings.tsx';
import { toast } from '../../../lib/screen/toast.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { usePhotoUploads } from '../../../lib/uploads/use-photo-uploads.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ScreenActions } from '../../../ui/buttons/screen-actions.tsx';
import { stepOf, stepPath, steps } from '../components/application-fields.ts';
import { bucketOf, prefilledTexts, slotOf, textSchema } from './application-draft.ts';
import type { ApplicationDraft, ApplicationTexts } from './application-draft.ts';
import { AddressStep, PhotoStep, StepTitle, WarungStep } from './steps.tsx';
import { useApplicationDraft } from './use-application-draft.ts';
import { useSubmitting } from './use-submitting.ts';

type ApplicationFormProps = {
  /** The number of the step, from 1. */
  step: number;
  /** The last application, if it was rejected. */
  rejected: OwnApplication | undefined;
};

/** The form to become a seller, one short step at a time; a draft of it survives a reload. */
export function ApplicationForm(props: ApplicationFormProps) {
  const { profile } = useMember();
  const { draft, ...actions } = useApplicationDraft(
    `${profile.id} application`,
    prefilledTexts(profile, props.rejected),
    props.rejected?.id,
  );
  // The form shows only once the draft is read, which would otherwise replace newer texts.
  return draft && <DraftForm {...props} {...actions} draft={draft} ownerId={profile.id} />;
}

type DraftFormProps = ApplicationFormProps &
  Omit<ReturnType<typeof useApplicationDraft>, 'draft'> & { draft: ApplicationDraft; ownerId: string };

function DraftForm({ step, rejected, draft, ownerId, change, finish }: DraftFormProps) {
  const navigate = useNavigate();
  const { allowed_kecamatan: allowedKecamatan } = useSettings();
  const schema = useMemo(() => withinArea(allowedKecamatan), [allowedKecamatan]);
  const { form, field } = useSchemaForm<ApplicationTexts>(schema, { defaultValues: draft.texts });
  const { data: knownNagari } = useQuery(knownNagariQuery);
  const { subscribe, trigger, getValues, handleSubmit } = form;
  // The errors are read in every step: only then the form library updates them, also those of a step that is not shown.
  const wrongSteps = Object.keys(form.formState.errors).map(stepOf);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => change({ type: 'setTexts', texts: { ...values } }),
      }),
    [subscribe, change],
  );
  usePhotoUploads(
    draft.photos,
    (photo) => (bucketOf(slotOf(photo)) === 'avatars' ? `avatars/${ownerId}/warung_avatar` : `posts/${ownerId}`),
    change,
  );

  /** Shows the first step that has one of the fields. */
  function showFields(fields: string[]) {
    const first = Math.min(...fields.map(stepOf));
    if (first !== step && first <= steps.length) void navigate(stepPath(first), { replace: true });
  }
  const { photoErrors, busy, send } = useSubmitting(draft, {
    change,
    form,
    rejected,
    onSubmitted: () => {
      finish();
      void navigate('/profile', { replace: true });
    },
    onRefused: showFields,
  });

  /** Says that a required text is missing; the description is not required. */
  const toastMissing = (fields: readonly string[]) => {
    const values: Record<string, string> = getValues();
    const isMissing = fields.some((name) => name !== 'warung_description' && lengthOf(values[name] ?? '') === 0);
    if (isMissing) toast.error(missingInApplication);
  };
  async function goOn() {
    const { fields } = steps[step - 1] ?? steps[0];
    const texts = fields.filter((name) => name in getValues()) as (keyof ApplicationTexts)[];
    if (!(await trigger(texts, { shouldFocus: true }))) return toastMissing(texts);
    toast.clearError(missingInApplication);
    void navigate(stepPath(step + 1));
  }
  function onSubmit(event: SyntheticEvent) {
    event.preventDefault();
    if (busy) return;
    if (step < steps.length) return void goOn();
    const refuse = (errors: FieldErrors<ApplicationTexts>) => {
      showFields(Object.keys(errors));
      toastMissing(Object.keys(getValues()));
    };
    void handleSubmit(send, refuse)(event);
  }

  const isLast = step === steps.length;
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-5">
      <StepTitle step={step} wrongSteps={wrongSteps} />
      {step === 1 && <WarungStep field={field} descriptionLength={lengthOf(draft.texts.warung_description)} />}
      {step === 2 && <AddressStep field={field} knownNagari={knownNagari} />}
      {isLast && <PhotoStep photos={draft.photos} rejected={rejected} errors={photoErrors} change={change} />}
      <p role="alert" className="text-small text-red-text empty:hidden">
        {isLast && hasFailed(draft.photos) && photoNotUploaded}
      </p>
      <ScreenActions>
        <Button
          type="submit"
          isLocal={busy === 'photos'}
          busy={busy !== null}
          busyText={busy === 'photos' ? 'Mengunggah foto...' : 'Mengirim...'}
          className="min-h-12 flex-1"
        >
          {isLast ? 'Kirim Pengajuan' : 'Lanjut'}
        </Button>
      </ScreenActions>
    </form>
  );
}

const hasFailed = (photos: DraftPhoto[]) => photos.some(isFailed);

/** The area is checked here for a quick answer, and by the server. */
const withinArea = (allowedKecamatan: string) =>
  z.extend(textSchema, {
    kecamatan: textSchema.shape.kecamatan.check(
      z.refine((kecamatan) => isAllowedKecamatan(kecamatan, allowedKecamatan), {
        error: errorTexts.outside_area_seller[1],
      }),
    ),
  });
