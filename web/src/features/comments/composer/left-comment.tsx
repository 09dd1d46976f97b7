import { TypedText } from '../../../ui/overlays/typed-text.tsx';
import { useCommentDraft } from './comment-drafts.ts';

/** The text that somebody has typed under a post that is gone. */
export function LeftComment({ postId }: { postId: string }) {
  const [{ text }] = useCommentDraft(postId);
  return (
    <div className="px-3 pb-6">
      <TypedText text={text} />
    </div>
  );
}
