import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { EmptyState } from '../waiting/empty-state.tsx';

type RefusedFilterProps = {
  /** The reason, such as 'Kata pencarian: Paling banyak 120 huruf, sekarang 200.' */
  reason: string;
  onClear: () => void;
  /** More actions. */
  children?: ReactNode;
};

/** Replaces a list when the server refuses the search term or filter, which may come from the address too. */
export const RefusedFilter = ({ reason, onClear, children }: RefusedFilterProps) => (
  <EmptyState drawing="search" title="Pencarian ini tidak dapat dijalankan." text={reason}>
    <Button onClick={onClear}>Hapus filter</Button>
    {children}
  </EmptyState>
);
