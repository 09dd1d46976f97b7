import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';

// What columns of JSON hold.

/** A post's availability as it was before a change, times in ISO 8601. */
export type StoredAvailability = { id: string; is_open: boolean; reopens_at: string | null; open_set_at: string };

/** What a decision needs to be undone, by its kind. */
export type StateBefore = {
  role?: Read<Role>;
  was_suspended?: boolean;
  reason?: string;
  /** The mark of the sessions that it ended. */
  session_mark?: string;
  warung?: object | null;
};
