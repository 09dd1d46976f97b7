import { Badge } from '../../../ui/parts/badge.tsx';

/** Whether a stall is open now. */
export function OpenBadge({ isOpen }: { isOpen: boolean }) {
  return isOpen ? <Badge tone="pandan">Buka</Badge> : <Badge tone="red">Tutup</Badge>;
}
