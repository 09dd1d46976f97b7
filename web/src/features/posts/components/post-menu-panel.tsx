import type { FeedPost } from '@lapau/contract/posts';
import { Flag, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import { useMember } from '../../../lib/session.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import type { MenuAction } from '../../../ui/menu-action.ts';
import { MenuPanel } from '../../../ui/menu-panel.tsx';
import { afterOverlays } from '../../../ui/use-back-closes.ts';
import { useDecision } from '../../decisions/components/use-decision.tsx';
import { ReportDialog } from '../../reports/components/report-dialog.tsx';
import { postDeletions } from '../api-deletions.ts';
import { postActions } from './post-actions.ts';
import type { PostAction } from './post-actions.ts';
import { removalQuestion } from './removal-question.ts';
import { useRenewal } from './use-renewal.tsx';

export type PostMenuProps = {
  post: FeedPost;
  editLabel: 'Edit' | 'Edit Postingan';
  /** Called when the post is deleted: before one's own disappears, after an admin's decision. */
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
  const [openDialog, setOpenDialog] = useState<'deletion' | 'report'>();
  const session = useMember();
  const { ask, dialog } = useDecision();
  const close = () => setOpenDialog(undefined);

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
      onSelect: () => setOpenDialog('report'),
    },
    delete: {
      label: 'Hapus',
      icon: <Trash2 aria-hidden="true" className="size-5" />,
      danger: true,
      onSelect: () =>
        post.userId === session.user.id ? setOpenDialog('deletion') : ask(removalQuestion(post, onDeleted)),
    },
  };
  const actions = postActions(post, session).map((action) => details[action]);
  return (
    <>
      <MenuPanel {...menu} actions={actions} />
      <Confirm
        open={openDialog === 'deletion'}
        onClose={close}
        title={`Hapus ${post.foodName}?`}
        text="Tindakan ini tidak dapat dibatalkan. Postingan ini akan dihapus secara permanen."
        verb="Hapus"
        onConfirm={() =>
          afterOverlays(() => {
            // The post's screen is left first: it need not say that there is none.
            onDeleted?.();
            postDeletions.submit({ id: post.id, isPost: true });
          })
        }
      />
      {dialog}
      <ReportDialog open={openDialog === 'report'} onClose={close} about={{ post: post.id }} />
    </>
  );
}
