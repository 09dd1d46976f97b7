import type { ReactNode } from 'react';

export type MenuAction = {
  label: string;
  /** Why it cannot be chosen now; it is disabled then. */
  disabled?: string | undefined;
  icon?: ReactNode;
  danger?: boolean;
  onSelect: () => void;
};
