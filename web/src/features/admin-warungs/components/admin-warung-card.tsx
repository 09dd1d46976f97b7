import type { AdminWarung } from '@lapau/contract/admin-warungs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, CircleCheck, Pencil, Trash2, Utensils } from 'lucide-react';
import { memo, useState } from 'react';
import { useMember } from '../../../lib/session.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import type { MenuAction } from '../../../ui/menu-action.ts';
import { Menu } from '../../../ui/menu.tsx';
import { adminWarungsKey, deleteWarung, suspendWarung } from '../api.ts';

type AdminWarungCardProps = { warung: AdminWarung; onEdit: (warung: AdminWarung) => void };

/** A stall and its owner, with what an admin may do about it. */
export const AdminWarungCard = memo(({ warung, onEdit }: AdminWarungCardProps) => (
  <li className="grid gap-3 rounded-card bg-surface p-3 ring-1 ring-line ring-inset">
    <div className="flex items-start gap-3">
      <Avatar name={warung.name} src={warung.avatar_url} />
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold break-words">{warung.name}</p>
        <p className="text-small break-words">{warung.owner_full_name}</p>
        <p className="text-small break-all text-muted">{warung.owner_email}</p>
        <p className="mt-1 flex flex-wrap gap-1.5">
          <StateBadge warung={warung} />
        </p>
      </div>
      <Actions warung={warung} onEdit={onEdit} />
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

function StateBadge({ warung }: { warung: AdminWarung }) {
  if (warung.is_suspended) return <Badge tone="red">Ditangguhkan</Badge>;
  if (warung.owner_is_suspended) return <Badge tone="red">Pemilik ditangguhkan</Badge>;
  if (warung.owner_role === 'pembeli') return <Badge tone="quiet">Tersembunyi: pemilik bukan penjual</Badge>;
  return <Badge tone={warung.is_open ? 'pandan' : 'quiet'}>{warung.is_open ? 'Buka' : 'Tutup'}</Badge>;
}

function Actions({ warung, onEdit }: AdminWarungCardProps) {
  const client = useQueryClient();
  const { user } = useMember();
  const [asks, setAsks] = useState<'suspend' | 'delete'>();
  const reload = () => client.invalidateQueries({ queryKey: adminWarungsKey });
  const suspension = useMutation({ ...suspendWarung, onSettled: reload });
  const deletion = useMutation({ ...deleteWarung, onSettled: reload });
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
      onSelect: () => setAsks('suspend'),
    },
    {
      label: 'Hapus',
      icon: <Trash2 aria-hidden="true" className="size-5" />,
      danger: true,
      disabled: own,
      onSelect: () => setAsks('delete'),
    },
  ];
  const suspended = !warung.is_suspended;
  return (
    <>
      <Menu name={`Tindakan untuk ${warung.name}`} actions={actions} />
      <Confirm
        open={asks === 'suspend'}
        onClose={() => setAsks(undefined)}
        title={suspended ? `Tangguhkan ${warung.name}?` : `Aktifkan ${warung.name}?`}
        text={
          suspended
            ? 'Warung dan semua menunya disembunyikan, dan penjualnya langsung keluar dari semua HP.'
            : 'Warung dan menunya tampil kembali, dan penjualnya dapat masuk lagi.'
        }
        verb={suspended ? 'Tangguhkan' : 'Aktifkan'}
        variant={suspended ? 'danger' : 'primary'}
        onConfirm={() => suspension.mutateAsync({ warung_id: warung.id, suspended })}
      />
      <Confirm
        open={asks === 'delete'}
        onClose={() => setAsks(undefined)}
        title={`Hapus ${warung.name}?`}
        text={`Warung, semua menu dan fotonya dihapus. ${warung.owner_full_name} kembali menjadi pembeli dan boleh mengajukan warung lagi.`}
        verb="Hapus"
        onConfirm={() => deletion.mutateAsync(warung.id)}
      />
    </>
  );
}
