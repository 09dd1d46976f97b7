import type { MyWarung } from '@lapau/contract/warungs';
import { useMember } from '../../../lib/session/session.tsx';
import { Checklist } from '../../../ui/lists/checklist.tsx';
import type { Step } from '../../../ui/lists/checklist.tsx';

type MenuChecklistProps = {
  warung: MyWarung;
  hasDishes: boolean;
  onChangePhoto: () => void;
  onEdit: () => void;
};

/** The steps that a new stall still lacks. */
export function MenuChecklist({ warung, hasDishes, onChangePhoto, onEdit }: MenuChecklistProps) {
  const { user, warung: ownWarung } = useMember();
  const steps: Step[] = [
    { label: 'Pasang makanan pertama', isDone: hasDishes, to: '/my-warung/tambah-menu' },
    // A stall without a photo shows that of the person, which `warung` does not tell from its own.
    { label: 'Pasang foto warung', isDone: Boolean(ownWarung?.avatar_url), onTap: onChangePhoto },
    { label: 'Tulis deskripsi warung', isDone: warung.bio !== '', onTap: onEdit },
    { label: 'Isi nomor WhatsApp', isDone: warung.whatsapp_number !== '', onTap: onEdit },
    { label: 'Nyalakan tutup otomatis tiap malam', isDone: warung.closes_nightly, onTap: onEdit },
  ];
  return (
    <Checklist title="Menunya sudah lengkap?" storageKey="dismissed-menu-checklist" personId={user.id} steps={steps} />
  );
}
