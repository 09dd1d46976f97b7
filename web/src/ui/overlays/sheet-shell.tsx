import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { classNames } from '../styles/class-names.ts';
import { PlainDialog } from './plain-dialog.tsx';
import {
  sheetContentStyles,
  sheetFooterStyles,
  sheetFullHeight,
  sheetHandleStyles,
  sheetHeaderStyles,
  sheetInsetStyles,
  sheetStyles,
  sheetTitleStyles,
} from './sheet-styles.ts';

type SheetShellProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer: ReactNode;
};

/** A sheet's frame around skeletons, until the code of the sheet has loaded. */
export const SheetShell = ({ title, onClose, children, footer }: SheetShellProps) => (
  <PlainDialog
    name={title}
    onClose={onClose}
    className={classNames(
      'fixed inset-x-0 top-auto bottom-0 mx-auto backdrop:bg-black/70',
      sheetStyles,
      sheetFullHeight,
    )}
  >
    <div className={sheetHeaderStyles}>
      <span aria-hidden="true" className={sheetHandleStyles} />
      <h2 className={sheetTitleStyles}>{title}</h2>
      <IconButton name="Tutup" icon={<X className="size-5" />} onClick={onClose} />
    </div>
    <div className={sheetContentStyles}>{children}</div>
    <div className={sheetFooterStyles}>{footer}</div>
    <div className={sheetInsetStyles} />
  </PlainDialog>
);
