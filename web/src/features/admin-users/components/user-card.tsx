import type { AdminUser } from '@lapau/contract/admin-users';
import { nameOf } from '@lapau/contract/known';
import { isKnownRole, roleNames } from '@lapau/contract/roles';
import { Ban, CircleCheck, KeyRound, Pencil, ScrollText, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useNavigate } from 'react-router';
import { formatDate } from '../../../lib/format/time.ts';
import { useMember } from '../../../lib/session/session.tsx';
import type { MenuAction } from '../../../ui/overlays/menu-action.ts';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Avatar } from '../../../ui/parts/avatar.tsx';
import { Badge } from '../../../ui/parts/badge.tsx';
import type { Question } from '../../decisions/components/question.ts';
import { deletionQuestion, suspensionQuestion } from './questions.ts';

type UserCardProps = {
  person: AdminUser;
  onEdit: (person: AdminUser) => void;
  onRecover: (person: AdminUser) => void;
  onAsk: (question: Question) => void;
};

/** A person, with what an admin may do about them. */
export const UserCard = memo(({ person, onEdit, onRecover, onAsk }: UserCardProps) => (
  <li className="flex items-start gap-3 rounded-card bg-surface p-3 ring-1 ring-line ring-inset">
    <Avatar name={person.full_name} src={person.avatar_url} />
    <div className="min-w-0 flex-1">
      <p className="own-box leading-snug font-semibold">
        <bdi>{person.full_name}</bdi>
      </p>
      <p className="text-small break-all text-muted">{person.email}</p>
      <p className="own-box text-small text-muted">
        {person.phone && <span>{`${person.phone}\u00A0· `}</span>}
        {person.nagari && <bdi>{person.nagari}</bdi>}
        <span>{`${person.nagari && '\u00A0· '}sejak ${formatDate(person.created_at)}`}</span>
      </p>
      <p className="mt-1 flex flex-wrap gap-1.5">
        <Badge tone={person.role === 'admin' ? 'gold' : 'quiet'}>{nameOf(roleNames, person.role)}</Badge>
        {person.warung_name && (
          <Badge tone="quiet" className="whitespace-normal!">
            {person.warung_name}
          </Badge>
        )}
        {person.is_suspended && <Badge tone="red">Ditangguhkan</Badge>}
        {person.mail_refused_at && <Badge tone="red">Email menolak surat</Badge>}
      </p>
    </div>
    <Actions person={person} onEdit={onEdit} onRecover={onRecover} onAsk={onAsk} />
  </li>
));

function Actions({ person, onEdit, onRecover, onAsk }: UserCardProps) {
  const { user } = useMember();
  const navigate = useNavigate();
  // Admins do not decide their own case, and another admin has to be demoted first (D9).
  const own = person.id === user.id ? 'Ini akun Anda sendiri.' : undefined;
  const undeletable = own ?? (person.role === 'admin' ? 'Ubah dahulu perannya.' : undefined);
  const suspended = !person.is_suspended;
  const Icon = suspended ? Ban : CircleCheck;
  const actions: MenuAction[] = [
    {
      label: 'Edit',
      icon: <Pencil aria-hidden="true" className="size-5" />,
      disabled: isKnownRole(person.role) ? undefined : 'Dapat diubah setelah aplikasi diperbarui.',
      onSelect: () => onEdit(person),
    },
    {
      label: 'Kode pemulihan',
      icon: <KeyRound aria-hidden="true" className="size-5" />,
      disabled: person.role === 'admin' ? 'Admin memakai Lupa Password.' : undefined,
      onSelect: () => onRecover(person),
    },
    {
      label: 'Catatan tindakan',
      icon: <ScrollText aria-hidden="true" className="size-5" />,
      onSelect: () => void navigate(`/admin/log?orang=${person.id}`),
    },
    {
      label: suspended ? 'Tangguhkan' : 'Aktifkan',
      icon: <Icon aria-hidden="true" className="size-5" />,
      disabled: own,
      onSelect: () => onAsk(suspensionQuestion(person, suspended)),
    },
    {
      label: 'Hapus',
      icon: <Trash2 aria-hidden="true" className="size-5" />,
      danger: true,
      disabled: undeletable,
      onSelect: () => onAsk(deletionQuestion(person)),
    },
  ];
  return <Menu name={`Tindakan untuk ${person.full_name}`} actions={actions} />;
}
