import type { CallOutput } from '@lapau/contract/calls';
import { isSellerRole } from '@lapau/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useMember } from '../../../lib/session/session.tsx';
import { quickRepliesQuery } from '../api-quick-replies.ts';

/** A cook's own short answers; undefined until they are known, and for who does not sell. */
export function useQuickReplies(): CallOutput<'get_quick_replies'> | undefined {
  const { profile, warung } = useMember();
  const isCook = warung !== null && isSellerRole(profile.role);
  const { data } = useQuery({ ...quickRepliesQuery, enabled: isCook });
  return isCook ? data : undefined;
}
