import { DialogPanel } from './dialog-panel.tsx';
import { TextareaField } from './textarea-field.tsx';

export type CopyPanelProps = {
  open: boolean;
  onClose: () => void;
  /** What is copied, in one word: 'Menu'. */
  what: string;
  /** That it could not be copied. */
  failed: string;
  text: string;
};

export const CopyPanel = ({ open, onClose, what, failed, text }: CopyPanelProps) => (
  <DialogPanel open={open} onClose={onClose} title={`Salin ${what.toLowerCase()}`}>
    <p className="mb-3">{`${failed} Tahan teks ini, lalu pilih salin.`}</p>
    <TextareaField label={what} readOnly value={text} onFocus={(event) => event.target.select()} />
  </DialogPanel>
);
