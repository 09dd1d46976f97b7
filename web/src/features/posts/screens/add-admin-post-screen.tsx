import { useNavigate } from 'react-router';
import { hasRoute } from '../../../lib/paths.ts';
import { useSettings } from '../../../lib/settings.tsx';
import { InputField } from '../../../ui/input-field.tsx';
import { ScreenTitle } from '../../../ui/screen-title.tsx';
import { createAdminPost } from '../api.ts';
import { LinkField } from '../composer/link-field.tsx';
import { PostForm } from '../composer/post-form.tsx';
import type { OwnFieldsProps } from '../composer/post-form.tsx';
import { newPostTexts } from '../composer/posting-texts.ts';

const returnPath = hasRoute('/admin') ? '/admin' : '/';

/** Adds an admin post (D12): free of charge, with a source and a link instead of a stall. */
export function AddAdminPostScreen() {
  const navigate = useNavigate();
  return (
    <div className="mx-auto max-w-column px-4 pb-6">
      <ScreenTitle title="Tambah Postingan" backTo={returnPath} />
      <PostForm
        kind="admin"
        draftName="admin"
        texts={newPostTexts}
        post={createAdminPost}
        onPosted={() => void navigate(returnPath, { replace: true })}
        fields={SourceFields}
      />
    </div>
  );
}

function SourceFields(props: OwnFieldsProps) {
  const { site_title: siteTitle } = useSettings();
  const { register, formState } = props.form;
  return (
    <>
      <InputField label="Harga" value="Gratis" readOnly />
      <InputField
        {...register('seller_name')}
        error={formState.errors.seller_name?.message}
        label="Nama sumber (opsional)"
        placeholder={siteTitle}
        autoComplete="off"
        enterKeyHint="next"
      />
      <LinkField {...props} />
    </>
  );
}
