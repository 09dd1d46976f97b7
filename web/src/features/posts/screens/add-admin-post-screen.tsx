import { useNavigate } from 'react-router';
import { hasRoute } from '../../../lib/paths.ts';
import { ScreenTitle } from '../../../ui/screen-title.tsx';
import { createAdminPost } from '../api.ts';
import { SourceFields } from '../composer/own-fields.tsx';
import { PostForm } from '../composer/post-form.tsx';
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
