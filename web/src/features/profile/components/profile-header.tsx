import { nameOf } from '@lapau/contract/known';
import { isSellerRole, roleNames } from '@lapau/contract/roles';
import { Camera } from 'lucide-react';
import { useState } from 'react';
import { useMember, useSession } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Avatar } from '../../../ui/parts/avatar.tsx';
import { Badge } from '../../../ui/parts/badge.tsx';
import { saveAvatar } from '../api.ts';
import { AvatarDialog } from './avatar-dialog.tsx';

/** One's name, role and photo. */
export function ProfileHeader() {
  const { profile, warung } = useMember();
  const { refetch } = useSession();
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <header className="grid justify-items-center gap-2 text-center">
      <Avatar name={profile.full_name} src={profile.avatar_url} size="large" />
      <Button
        variant="quiet"
        icon={<Camera aria-hidden="true" className="size-5" />}
        onClick={() => setIsChoosing(true)}
        className="my-1"
      >
        Ganti foto
      </Button>
      <p className="own-box max-w-full text-xl font-semibold">
        <bdi>{profile.full_name}</bdi>
      </p>
      <Badge tone="quiet">{nameOf(roleNames, profile.role)}</Badge>
      {/* A seller is shown with the stall's name and photo. */}
      {warung && isSellerRole(profile.role) && (
        <p className="own-box max-w-full text-small text-muted">
          Tampil untuk orang lain sebagai <bdi>{warung.name}</bdi>
        </p>
      )}
      <AvatarDialog
        title="Foto profil"
        upload={saveAvatar}
        onSaved={refetch}
        open={isChoosing}
        onClose={() => setIsChoosing(false)}
      />
    </header>
  );
}
