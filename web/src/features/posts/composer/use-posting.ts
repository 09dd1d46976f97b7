import { missingInPost } from '@lapau/contract/posts';
import type { MyPost } from '@lapau/contract/posts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Dispatch } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { markShownInForm, showFieldErrors } from '../../../lib/calls/form-errors.ts';
import { isFailed } from '../../../lib/drafts/draft-photos.ts';
import type { DraftPhoto } from '../../../lib/drafts/draft-photos.ts';
import { useLeft } from '../../../lib/forms/use-left.ts';
import { postsKey } from '../../../lib/query/post-cache.ts';
import { retryTransient } from '../../../lib/query/query.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { photosFailure } from '../../../lib/uploads/photos-failure.ts';
import type { NewPost } from '../api-composer.ts';
import { imagesOf, mergeDraft, newPostOf } from './draft.ts';
import type { Draft, DraftChange, DraftMerge, DraftTexts } from './draft.ts';
import type { PostingTexts } from './posting-texts.ts';

export type PostingOptions = {
  texts: PostingTexts;
  /** Sends a post whose photos are uploaded, or hands a draft to the outbox, which uploads them. */
  post: ((post: NewPost) => Promise<unknown>) | PostLater;
  onPosted: () => void;
};

export type PostLater = {
  /** @param left aborted when the form has been left, and nobody waits for how it ends */
  later: (draft: Draft, left: AbortSignal) => Promise<void>;
  /** Called when the server has refused the draft, which then belongs to the form again. */
  onRefused: (draft: Draft) => void;
};

type Posting = {
  photosError: string | undefined;
  setPhotosError: (error: string | undefined) => void;
  /** Whether the upload of a photo has failed or was cancelled, so that the draft cannot be sent. */
  hasFailedPhoto: boolean;
  /** The thing that sending waits for: the photos' uploads, or the answer to the post; null when the draft is not being sent. */
  busy: 'photos' | 'post' | null;
  /** Whether the outbox has the draft. */
  isHandedOver: boolean;
  /** The fields that another phone has changed too since this one has read the post. */
  conflict: DraftMerge | undefined;
  closeConflict: () => void;
  /** Sends the draft as the person has chosen to merge it. */
  sendMerged: (merged: Draft) => void;
  /** Sends the draft, whose texts are valid, as soon as its photos are uploaded. */
  send: () => void;
};

/** Sends a draft as a post; what the server refuses is shown under the form's fields. */
export function usePosting(
  draft: Draft,
  change: Dispatch<DraftChange>,
  form: UseFormReturn<DraftTexts>,
  { texts: said, post, onPosted }: PostingOptions,
): Posting {
  const client = useQueryClient();
  const [photosError, setPhotosError] = useState<string>();
  const [isSendRequested, setIsSendRequested] = useState(false);
  const [conflict, setConflict] = useState<DraftMerge>();
  const later = 'later' in post ? post : undefined;
  const left = useLeft();
  const { mutate, isPending } = useMutation({
    mutationFn: (sent: Draft): Promise<unknown> =>
      'later' in post ? post.later(sent, left.signal()) : sendMerging(sent, post),
    // The draft's id keeps a retry from creating a second post, and its version from changing one twice.
    retry: later ? false : retryTransient,
    meta: {
      failed: said.failed,
      failedBy: {
        post_forbidden: said.forbidden,
        post_edit_forbidden: said.forbidden,
        ...photosFailure,
        version_conflict: null,
      },
    },
    onSuccess: () => {
      if (!later) {
        toast.success(said.done);
        void client.invalidateQueries({ queryKey: postsKey });
      }
      onPosted();
    },
    onError: (error, sent) => {
      if (!(error instanceof ApiError)) return;
      later?.onRefused(sent);
      if (error.code === 'id_conflict' || error.code === 'already_deleted') change({ type: 'renewId' });
      if (error.code === 'version_conflict') setConflict(mergeDraft(draft, error.current as MyPost));
      // The server removes uploads that no post has used for three days (D48).
      if (error.code === 'file_not_found') change({ type: 'uploadAgain' });
      showFieldErrors(error, form);
      setPhotosError(error.details.images);
      if (error.details.images) markShownInForm(error);
    },
    onSettled: () => setIsSendRequested(false),
  });

  // The outbox uploads a photo whose upload failed only for lack of signal.
  const waits = ({ work }: DraftPhoto) => later !== undefined && work.status === 'failed' && work.retry === 'online';
  const hasFailedPhoto = draft.photos.some((photo) => isFailed(photo) && !waits(photo));
  const isUploading = imagesOf(draft).length < draft.photos.length;
  if (isSendRequested && hasFailedPhoto) setIsSendRequested(false);

  const sendWhenReady = useEffectEvent((ready: Draft) => {
    const isReady = later
      ? ready.photos.every(({ work }) => work.status !== 'preparing')
      : imagesOf(ready).length === ready.photos.length;
    if (isReady && !isPending) mutate(ready);
  });
  useEffect(() => {
    if (isSendRequested) sendWhenReady(draft);
  }, [isSendRequested, draft]);

  return {
    photosError,
    setPhotosError,
    hasFailedPhoto,
    busy: isPending && !isUploading ? 'post' : isSendRequested ? 'photos' : null,
    isHandedOver: later !== undefined && isPending,
    conflict,
    closeConflict: () => setConflict(undefined),
    sendMerged: (merged) => {
      setConflict(undefined);
      change({ type: 'open', draft: merged });
      form.reset(merged.texts);
      setIsSendRequested(true);
    },
    send: () => {
      if (draft.photos.length === 0) toast.error(missingInPost);
      // The form shows that a photo was not uploaded.
      else if (!hasFailedPhoto) setIsSendRequested(true);
    },
  };
}

/** Sends a draft. Fields that only another phone has changed meanwhile are no conflict, and are kept. */
async function sendMerging(draft: Draft, post: (post: NewPost) => Promise<unknown>): Promise<unknown> {
  try {
    return await post(newPostOf(draft));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'version_conflict')) throw error;
    const { differences, mine } = mergeDraft(draft, error.current as MyPost);
    if (differences.length > 0) throw error;
    return sendMerging(mine, post);
  }
}
