import type { AdminUser } from '@lapau/contract/admin-users';
import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { formatTime } from '../../../lib/format/day.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { createRecoveryCode } from '../api.ts';

/** Makes a code that the admin reads out to a person (D80). It is shown once: closing the dialog forgets it. */
export function RecoveryCode({ person }: { person: AdminUser }) {
  const { data, mutate, isPending } = useMutation(createRecoveryCode);
  if (!data) {
    return (
      <div className="grid gap-4">
        <p>
          Dengan kode ini {person.full_name} membuat kata sandi baru tanpa membuka email. Kode berlaku 15 menit dan
          sekali pakai; kode sebelumnya tidak berlaku lagi.
        </p>
        <p className="text-muted">
          Pastikan dulu bahwa yang meminta memang orangnya. Ia diberi tahu, dan tindakan ini dicatat.
        </p>
        <Button busy={isPending} busyText="Membuat kode..." onClick={() => mutate(person.id)}>
          Buat kode
        </Button>
      </div>
    );
  }
  const { code, expires_at } = data;
  return (
    <div className="grid gap-4">
      <output
        aria-label="Kode pemulihan"
        className="rounded-card bg-raised p-4 text-center font-mono text-2xl font-semibold break-words text-gold ring-1 ring-line ring-inset"
      >
        {code}
      </output>
      <p>Berlaku sampai pukul {formatTime(expires_at)}. Kode tidak ditampilkan lagi setelah ini ditutup.</p>
      <p>
        Bacakan kepada {person.full_name}: di halaman masuk ketuk Lupa Password, lalu Pakai kode pemulihan. Setelah itu
        ia masuk dengan email <span className="font-semibold break-all">{person.email}</span>.
      </p>
      <Button variant="quiet" icon={<Copy aria-hidden="true" className="size-5" />} onClick={() => void copyCode(code)}>
        Salin kode
      </Button>
    </div>
  );
}

async function copyCode(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    toast.success('Kode pemulihan disalin.');
  } catch {
    toast.error('Kode tidak dapat disalin. Tahan kodenya, lalu pilih salin.');
  }
}
