import type { ReactNode } from 'react';

export type MenuAction = {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  onSelect: () => void;
};
