import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Dispatch } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { postsKey } from '../../../lib/post-cache.ts';
import { retryTransient } from '../../../lib/query.ts';
import { toast } from '../../../lib/toast.ts';
import type { NewPost } from '../api.ts';
import { checkPost } from './check-post.ts';
import type { PostErrors, PostKind } from './check-post.ts';
import type { Draft, DraftChange } from './draft.ts';

export interface PostingOptions {
  kind: PostKind;
  post: (post: NewPost) => Promise<unknown>;
  onPosted: () => void;
}

export const stuckText = 'Ada foto yang belum terunggah.';

interface Posting {
  errors: PostErrors;
  /** A photo will not be uploaded unless the person does something about it. */
  isStuck: boolean;
  /** A field that is being mended is no longer wrong. */
  forgive: (field: keyof PostErrors) => void;
  /** Pressed, and not done yet: `photos` while they are still being uploaded. */
  busy: 'photos' | 'post' | null;
  submit: () => void;
}

/** Sends a draft as a post, as soon as its photos are uploaded. */
export function usePosting(
  draft: Draft | null,
  change: Dispatch<DraftChange>,
  { kind, post, onPosted }: PostingOptions,
): Posting {
  const client = useQueryClient();
  const [errors, setErrors] = useState<PostErrors>({});
  const [isWanted, setIsWanted] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: post,
    // The draft's id makes a try again harmless.
    retry: retryTransient,
    meta: {
      failed: 'Gagal menambahkan postingan.',
      failedBy: { post_forbidden: 'Anda tidak memiliki izin untuk menambahkan postingan.' },
    },
    onSuccess: () => {
      toast.success('Postingan baru berhasil ditambahkan!');
      void client.invalidateQueries({ queryKey: postsKey });
      onPosted();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      // What was uploaded too long ago is gone: the photos are still here and go up again.
      if (error.code === 'id_conflict' || error.code === 'already_deleted') change({ do: 'renewId' });
      if (error.code === 'file_not_found') change({ do: 'uploadAgain' });
      const { images, ...others } = error.details;
      setErrors({ ...others, ...(images && { photos: images }) });
    },
    onSettled: () => setIsWanted(false),
  });

  const isStuck = draft?.photos.some(({ work }) => work.at === 'failed' || work.at === 'stopped') ?? false;
  if (isWanted && isStuck) setIsWanted(false);

  const sendWhenReady = useEffectEvent(({ id, texts, photos }: Draft) => {
    const images = photos.flatMap(({ work }) => (work.at === 'uploaded' ? work.path : []));
    if (images.length === photos.length && !isPending) mutate({ ...texts, id, images });
  });
  useEffect(() => {
    if (isWanted && draft) sendWhenReady(draft);
  }, [isWanted, draft]);

  return {
    errors,
    isStuck,
    forgive: (field) =>
      setErrors((before) => {
        const { [field]: mended, ...others } = before;
        return mended === undefined ? before : others;
      }),
    busy: isPending ? 'post' : isWanted ? 'photos' : null,
    submit: () => {
      if (!draft) return;
      const found = checkPost(kind, draft);
      setErrors(found);
      const [first] = Object.values(found);
      if (first) toast.error(first, { id: first });
      else if (isStuck) toast.error(stuckText, { id: stuckText });
      else setIsWanted(true);
    },
  };
}
