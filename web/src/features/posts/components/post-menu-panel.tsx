import type { FeedPost } from '@lapau/contract/posts';
import { Flag, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import { useMember } from '../../../lib/session/session.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import type { MenuAction } from '../../../ui/overlays/menu-action.ts';
import { MenuPanel } from '../../../ui/overlays/menu-panel.tsx';
import { openStanding } from '../../../ui/overlays/standing-overlays.tsx';
import { afterOverlays } from '../../../ui/overlays/use-back-closes.ts';
import { DecisionDialog } from '../../decisions/components/decision-dialog.tsx';
import { ReportDialog } from '../../reports/components/report-dialog.tsx';
import { postDeletions } from '../api-deletions.ts';
import { postActions } from './post-actions.ts';
import type { PostAction } from './post-actions.ts';
import { removalQuestion } from './removal-question.ts';
import { useRenewal } from './use-renewal.tsx';

export type PostMenuProps = {
  post: FeedPost;
  editLabel: 'Edit' | 'Edit Postingan';
  /** Called when the post is deleted: before one's own post disappears, but after an admin's decision. */
  onDeleted?: () => void;
};

export type PostMenuPanelProps = PostMenuProps & {
  name: string;
  open: boolean;
  onClose: () => void;
  trigger: RefObject<HTMLElement | null>;
};

/** The actions on a post, with the dialogs that they open. */
export function PostMenuPanel({ post, editLabel, onDeleted, ...menu }: PostMenuPanelProps) {
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const session = useMember();

  const details: Record<PostAction, MenuAction> = {
    edit: {
      label: editLabel,
      icon: <Pencil aria-hidden="true" className="size-5" />,
      onSelect: () => void navigate(`/my-warung/edit-post/${post.id}`),
    },
    renew: useRenewal(post),
    report: {
      label: 'Laporkan',
      icon: <Flag aria-hidden="true" className="size-5" />,
      onSelect: () => openStanding((state) => <ReportDialog {...state} about={{ post: post.id }} />),
    },
    delete: {
      label: 'Hapus',
      icon: <Trash2 aria-hidden="true" className="size-5" />,
      danger: true,
      onSelect: () =>
        post.userId === session.user.id
          ? setIsDeleting(true)
          : openStanding((state) => <DecisionDialog {...state} question={removalQuestion(post, onDeleted)} />),
    },
  };
  const actions = postActions(post, session).map((action) => details[action]);
  return (
    <>
      <MenuPanel {...menu} actions={actions} />
      <Confirm
        open={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={`Hapus ${post.foodName}?`}
        text="Tindakan ini tidak dapat dibatalkan. Postingan ini akan dihapus secara permanen."
        verb="Hapus"
        onConfirm={() =>
          afterOverlays(() => {
            // The post's screen is left first, so that it does not say that there is no post.
            onDeleted?.();
            postDeletions.submit({ id: post.id, isPost: true });
          })
        }
      />
    </>
  );
}
