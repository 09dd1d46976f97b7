import { useMember } from '../../../lib/session/session.tsx';
import { Avatar } from '../../../ui/parts/avatar.tsx';
import { Heading } from '../../../ui/parts/heading.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';

/** The skeleton of the profile until the screen's code has loaded. */
export function ProfileSkeleton() {
  const { profile } = useMember();
  return (
    <div className="grid gap-6 px-4 py-6">
      <Heading>Profil</Heading>
      <div className="grid justify-items-center gap-2 text-center">
        <Avatar name={profile.full_name} src={profile.avatar_url} size="large" />
        <Skeleton className="my-1 h-11 w-36 rounded-control" />
        <p className="own-box max-w-full text-xl font-semibold">
          <bdi>{profile.full_name}</bdi>
        </p>
        <Skeleton className="h-6 w-20 rounded-full" />
      </div>
      <LoadingSkeletons count={3} className="grid gap-px overflow-hidden rounded-card">
        <Skeleton className="h-13 rounded-none bg-surface" />
      </LoadingSkeletons>
    </div>
  );
}
