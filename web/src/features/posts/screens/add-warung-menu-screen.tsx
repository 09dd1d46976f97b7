import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useParams } from 'react-router';
import { toast } from '../../../lib/screen/toast.ts';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { InputField } from '../../../ui/fields/input-field.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { createWarungPost, sellingWarungQuery } from '../api-composer.ts';
import { PostForm } from '../composer/post-form.tsx';
import type { OwnFieldsProps } from '../composer/post-form.tsx';
import { postLabels } from '../composer/post-schema.ts';
import { newPostTexts } from '../composer/posting-texts.ts';

/** Adds a dish to any stall's menu. */
export function AddWarungMenuScreen() {
  const { warungId = '' } = useParams();
  const navigate = useNavigate();
  const { data: warung, isError } = useQuery(sellingWarungQuery(warungId));
  const menuPath = `/admin/warungs/${warungId}/menu`;

  const leave = useEffectEvent(() => {
    toast.error('Gagal memuat detail warung.', { outlivesScreen: true });
    void navigate('/admin/warungs', { replace: true });
  });
  useEffect(() => {
    if (isError) leave();
  }, [isError]);

  return (
    <div className="max-w-column px-3 pb-6 max-lg:mx-auto">
      <ScreenTitle title="Tambah Menu" backTo={menuPath} />
      {warung ? (
        <>
          <p className="own-box pb-3 text-muted">
            Untuk <bdi>{warung.name}</bdi>
          </p>
          <PostForm
            kind="warung"
            draftName={`warung-${warung.id}-menu`}
            ownerId={warung.id}
            texts={newPostTexts}
            post={(post) => createWarungPost(warung.id, post)}
            onPosted={() => void navigate(menuPath, { replace: true })}
            fields={OptionalPriceField}
          />
        </>
      ) : (
        <LoadingSkeletons className="grid gap-4">
          <Skeleton className="h-56 rounded-card" />
        </LoadingSkeletons>
      )}
    </div>
  );
}

const OptionalPriceField = ({ field }: OwnFieldsProps) => (
  <InputField
    {...field('price')}
    label={`${postLabels.price} (opsional)`}
    placeholder="Gratis"
    autoComplete="off"
    enterKeyHint="next"
    hint="Yang dikosongkan menjadi Gratis."
  />
);
