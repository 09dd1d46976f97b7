import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface RefusedFilterProps {
  /** Why, such as 'Kata pencarian: Paling banyak 120 huruf, sekarang 200.' */
  reason: string;
  onClear: () => void;
  /** More ways on. */
  children?: ReactNode;
}

/** Stands in the place of a list when what was searched for, in the box or in the address, cannot be searched for. */
export const RefusedFilter = ({ reason, onClear, children }: RefusedFilterProps) => (
  <EmptyState drawing="search" title="Pencarian ini tidak dapat dijalankan." text={reason}>
    <Button onClick={onClear}>Hapus filter</Button>
    {children}
  </EmptyState>
);
