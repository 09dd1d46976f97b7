import { TextareaField } from '../fields/textarea-field.tsx';
import { DialogPanel } from './dialog-panel.tsx';

export type CopyPanelProps = {
  open: boolean;
  onClose: () => void;
  /** Names in one word the thing that is copied: 'Menu'. */
  what: string;
  /** Says that it could not be copied. */
  failed: string;
  text: string;
};

export const CopyPanel = ({ open, onClose, what, failed, text }: CopyPanelProps) => (
  <DialogPanel open={open} onClose={onClose} title={`Salin ${what.toLowerCase()}`}>
    <p className="mb-3">{`${failed} Tahan teks ini, lalu pilih salin.`}</p>
    <TextareaField label={what} readOnly value={text} onFocus={(event) => event.target.select()} />
  </DialogPanel>
);
