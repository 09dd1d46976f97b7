import type { OwnApplication } from '@lapau/contract/applications';
import { missingInApplication } from '@lapau/contract/applications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Dispatch } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { markShownInForm, showFieldErrors } from '../../../lib/calls/form-errors.ts';
import { isFailed } from '../../../lib/drafts/draft-photos.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { recheckSession } from '../../../lib/session/session-query.ts';
import { myApplicationQuery, submitApplication } from '../api.ts';
import { fieldNames } from '../components/application-fields.ts';
import { slotOf, slots } from './application-draft.ts';
import type { ApplicationChange, ApplicationDraft, ApplicationTexts, Slot } from './application-draft.ts';

export type PhotoErrors = Partial<Record<Slot, string>>;

type Submitting = {
  photoErrors: PhotoErrors;
  /** What sending waits for: the uploads of the photos, the answer, or null when it is not being sent. */
  busy: 'photos' | 'answer' | null;
  /** Sends the draft, whose texts are valid, as soon as its photos are uploaded. */
  send: () => void;
};

type SubmittingOptions = {
  change: Dispatch<ApplicationChange>;
  form: UseFormReturn<ApplicationTexts>;
  /** The rejected application, whose photos are sent where no other was chosen. */
  rejected: OwnApplication | undefined;
  onSubmitted: () => void;
  /** Called with the fields that the server refused. */
  onRefused: (fields: string[]) => void;
};

/** Sends a draft as an application; what the server refuses is shown under the form's fields. */
export function useSubmitting(
  draft: ApplicationDraft,
  { change, form, rejected, onSubmitted, onRefused }: SubmittingOptions,
): Submitting {
  const client = useQueryClient();
  const [isWithoutEarlier, setIsWithoutEarlier] = useState(false);
  const [refusedPhotos, setRefusedPhotos] = useState<PhotoErrors>({});
  const [isAsked, setIsAsked] = useState(false);
  const [isSendRequested, setIsSendRequested] = useState(false);
  const { mutate, isPending } = useMutation({
    ...submitApplication,
    onSuccess: () => {
      toast.success('Pengajuan berhasil dikirim! Admin akan segera meninjaunya.');
      void client.invalidateQueries({ queryKey: myApplicationQuery.queryKey });
      onSubmitted();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.code === 'id_conflict' || error.code === 'already_deleted') change({ type: 'renewId' });
      // The server removes uploads that nothing has used for three days (D48).
      if (error.code === 'file_not_found') {
        change({ type: 'uploadAgain' });
        setIsWithoutEarlier(true);
      }
      if (error.code === 'application_pending') {
        void client.invalidateQueries({ queryKey: myApplicationQuery.queryKey });
      }
      if (error.code === 'already_seller') void recheckSession(client);
      showFieldErrors(error, form);
      const photos = slots.filter((slot) => error.details[slot]);
      setRefusedPhotos(Object.fromEntries(photos.map((slot) => [slot, error.details[slot]])));
      if (photos.length > 0) markShownInForm(error);
      onRefused(Object.keys(error.details));
    },
    onSettled: () => setIsSendRequested(false),
  });

  const earlier = isWithoutEarlier ? undefined : rejected;
  const photoOf = (slot: Slot) => draft.photos.find((photo) => slotOf(photo) === slot);
  const missing = slots.filter((slot) => !photoOf(slot) && !earlier);
  const hasFailedPhoto = draft.photos.some(isFailed);
  if (isSendRequested && hasFailedPhoto) setIsSendRequested(false);

  const pathOf = (slot: Slot): string | undefined => {
    const photo = photoOf(slot);
    if (photo) return photo.work.status === 'uploaded' ? photo.work.path : undefined;
    return earlier && storedPathOf(earlier[slot]);
  };
  const sendWhenReady = useEffectEvent(({ id, texts }: ApplicationDraft) => {
    const [warungPath, samplePath] = slots.map(pathOf);
    if (!warungPath || !samplePath || isPending) return;
    mutate({ ...texts, id, warung_avatar_url: warungPath, sample_menu_image_url: samplePath });
  });
  useEffect(() => {
    if (isSendRequested) sendWhenReady(draft);
  }, [isSendRequested, draft]);

  const missingErrors = Object.fromEntries(missing.map((slot) => [slot, `${fieldNames[slot]} wajib diisi.`]));
  return {
    photoErrors: { ...refusedPhotos, ...(isAsked && missingErrors) },
    busy: isPending ? 'answer' : isSendRequested ? 'photos' : null,
    send: () => {
      setIsAsked(true);
      setRefusedPhotos({});
      if (missing.length > 0) toast.error(missingInApplication);
      // The form shows that a photo was not uploaded.
      else if (!hasFailedPhoto) setIsSendRequested(true);
    },
  };
}

/** The path in the bucket of a stored file's public URL: what a call takes. */
const storedPathOf = (url: string): string => url.replace(/^\/storage\/\w+\//, '').replace(/\?.*$/, '');
