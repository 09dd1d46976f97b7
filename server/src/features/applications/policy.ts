import type { Role } from '@lapau/contract/profile';

/** Whoever has no stall to keep; a stall that was hidden when its seller lost the role does not count (D9, D12). */
export const mayApply = (person: { role: Role; hasWarung: boolean }): boolean =>
  person.role === 'pembeli' || (person.role === 'admin' && !person.hasWarung);
