import type { FeedPost } from '@lapau/contract/posts';
import { useMutation } from '@tanstack/react-query';
import { Flag, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import { hasRoute } from '../../../lib/paths.ts';
import { useMember } from '../../../lib/session.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import type { MenuAction } from '../../../ui/menu-action.ts';
import { MenuPanel } from '../../../ui/menu-panel.tsx';
import { afterOverlays } from '../../../ui/use-back-closes.ts';
import { ReportDialog } from '../../reports/components/report-dialog.tsx';
import { deletePost } from '../api.ts';

const canEdit = hasRoute('/my-warung/edit-post/:postId');

export type PostMenuProps = {
  post: FeedPost;
  editLabel: 'Edit' | 'Edit Postingan';
  /** Called after the post has been deleted. */
  onDeleted?: () => void;
};

export type PostMenuPanelProps = PostMenuProps & {
  name: string;
  open: boolean;
  onClose: () => void;
  trigger: RefObject<HTMLElement | null>;
};

/** The actions on a post: its owner edits and deletes it, an admin deletes any (D54), others report it. */
export function PostMenuPanel({ post, editLabel, onDeleted, ...menu }: PostMenuPanelProps) {
  const { user, profile } = useMember();
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<'deletion' | 'report'>();
  const { mutateAsync } = useMutation(deletePost);
  const isOwn = post.userId === user.id;
  const close = () => setOpenDialog(undefined);

  const actions: (MenuAction | false)[] = [
    isOwn &&
      canEdit &&
      !post.isAdminPost && {
        label: editLabel,
        icon: <Pencil aria-hidden="true" className="size-5" />,
        onSelect: () => void navigate(`/my-warung/edit-post/${post.id}`),
      },
    !isOwn && {
      label: 'Laporkan',
      icon: <Flag aria-hidden="true" className="size-5" />,
      onSelect: () => setOpenDialog('report'),
    },
    (isOwn || profile.role === 'admin') && {
      label: 'Hapus',
      icon: <Trash2 aria-hidden="true" className="size-5" />,
      danger: true,
      onSelect: () => setOpenDialog('deletion'),
    },
  ];
  return (
    <>
      <MenuPanel {...menu} actions={actions.filter((action) => action !== false)} />
      <Confirm
        open={openDialog === 'deletion'}
        onClose={close}
        title="Hapus Postingan?"
        text="Tindakan ini tidak dapat dibatalkan. Postingan ini akan dihapus secara permanen."
        verb="Hapus"
        onConfirm={() => mutateAsync(post).then(() => onDeleted && afterOverlays(onDeleted))}
      />
      <ReportDialog open={openDialog === 'report'} onClose={close} about={{ post: post.id }} />
    </>
  );
}
