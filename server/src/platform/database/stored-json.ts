import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';

// These types are the contents of columns of JSON.

/** A post's availability as it was before a change, times in ISO 8601; with the post's own time if the change has posted it again. */
export type StoredAvailability = {
  id: string;
  is_open: boolean;
  reopens_at: string | null;
  open_set_at: string;
  created_at?: string;
};

/** The state before a decision, which an undo restores; its fields depend on the kind of decision. */
export type StateBefore = {
  role?: Read<Role>;
  was_suspended?: boolean;
  reason?: string;
  /** The mark of the sessions that the decision ended. */
  session_mark?: string;
  warung?: object | null;
};
