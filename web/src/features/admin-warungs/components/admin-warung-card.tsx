import { warungStatusNames } from '@lapau/contract/admin-warungs';
import type { AdminWarung } from '@lapau/contract/admin-warungs';
import { nameOf } from '@lapau/contract/known';
import { Ban, CircleCheck, Pencil, Trash2, Utensils } from 'lucide-react';
import { memo } from 'react';
import { useMember } from '../../../lib/session/session.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import type { MenuAction } from '../../../ui/overlays/menu-action.ts';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Avatar } from '../../../ui/parts/avatar.tsx';
import { Badge } from '../../../ui/parts/badge.tsx';
import type { Question } from '../../decisions/components/question.ts';
import { deletionQuestion, suspensionQuestion } from './questions.ts';

type AdminWarungCardProps = {
  warung: AdminWarung;
  onEdit: (warung: AdminWarung) => void;
  onAsk: (question: Question) => void;
};

/** A stall and its owner, with what an admin may do about it. */
export const AdminWarungCard = memo(({ warung, onEdit, onAsk }: AdminWarungCardProps) => (
  <li className="grid gap-3 rounded-card bg-surface p-3 ring-1 ring-line ring-inset">
    <div className="flex items-start gap-2">
      <Avatar name={warung.name} src={warung.avatar_url} />
      <div className="min-w-0 flex-1">
        <p className="own-box leading-snug font-semibold">
          <bdi>{warung.name}</bdi>
        </p>
        <p className="own-box text-small">
          <bdi>{warung.owner_full_name}</bdi>
        </p>
        <p className="text-small break-all text-muted">{warung.owner_email}</p>
        <p className="mt-1 flex flex-wrap items-center gap-1.5 text-small text-muted">
          <State warung={warung} />
        </p>
      </div>
      <Actions warung={warung} onEdit={onEdit} onAsk={onAsk} />
    </div>
    <LinkButton
      to={`/admin/warungs/${warung.id}/menu`}
      variant="quiet"
      icon={<Utensils aria-hidden="true" className="size-5" />}
    >
      Kelola menu
    </LinkButton>
  </li>
));

/** Whether buyers see the stall open or closed, or why they do not see it. */
function State({ warung: { status, is_open: isOpen, is_suspended: isSuspended } }: { warung: AdminWarung }) {
  if (status === 'active') return <Badge tone={isOpen ? 'pandan' : 'quiet'}>{isOpen ? 'Buka' : 'Tutup'}</Badge>;
  return (
    <>
      <Badge tone={status === 'suspended' ? 'red' : 'quiet'}>{nameOf(warungStatusNames, status)}</Badge>
      {status === 'hidden' && <span>Pemiliknya bukan penjual.</span>}
      {status === 'suspended' && !isSuspended && <span>Pemiliknya ditangguhkan.</span>}
    </>
  );
}

function Actions({ warung, onEdit, onAsk }: AdminWarungCardProps) {
  const { user } = useMember();
  // Nobody decides about their own stall.
  const own = warung.id === user.id ? 'Ini warung Anda sendiri.' : undefined;
  const actions: MenuAction[] = [
    { label: 'Edit', icon: <Pencil aria-hidden="true" className="size-5" />, onSelect: () => onEdit(warung) },
    {
      label: warung.is_suspended ? 'Aktifkan' : 'Tangguhkan',
      icon: warung.is_suspended ? (
        <CircleCheck aria-hidden="true" className="size-5" />
      ) : (
        <Ban aria-hidden="true" className="size-5" />
      ),
      disabled: own,
      onSelect: () => onAsk(suspensionQuestion(warung, !warung.is_suspended)),
    },
    {
      label: 'Hapus',
      icon: <Trash2 aria-hidden="true" className="size-5" />,
      danger: true,
      disabled: own,
      onSelect: () => onAsk(deletionQuestion(warung)),
    },
  ];
  return <Menu name={`Tindakan untuk ${warung.name}`} actions={actions} />;
}
