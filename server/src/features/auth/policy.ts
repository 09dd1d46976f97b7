import type { Role } from '@lapau/contract/profile';

/** Why a person may not be signed in, or undefined (D7). A stall counts for its seller only. */
export function suspensionOf(person: {
  role: Role;
  is_suspended: boolean;
  warung_suspended: boolean;
}): 'account_suspended' | 'warung_suspended' | undefined {
  if (person.is_suspended) return 'account_suspended';
  return person.warung_suspended && person.role === 'penjual' ? 'warung_suspended' : undefined;
}
