import type { ReactNode } from 'react';

export interface MenuAction {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  onSelect: () => void;
}
