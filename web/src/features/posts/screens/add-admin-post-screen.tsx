import { useNavigate } from 'react-router';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { createAdminPost } from '../api-composer.ts';
import { SourceFields } from '../composer/own-fields.tsx';
import { PostForm } from '../composer/post-form.tsx';
import { newPostTexts } from '../composer/posting-texts.ts';

/** Adds an admin post: free of charge, with a source and a link instead of a stall. */
export function AddAdminPostScreen() {
  const navigate = useNavigate();
  return (
    <div className="max-w-column px-3 pb-6 max-lg:mx-auto">
      <ScreenTitle title="Tambah Postingan" backTo="/admin" />
      <PostForm
        kind="admin"
        draftName="admin"
        texts={newPostTexts}
        post={createAdminPost}
        onPosted={() => void navigate('/admin', { replace: true })}
        fields={SourceFields}
      />
    </div>
  );
}
