import { toast } from '../lib/toast.ts';
import { Button } from './button.tsx';

/** Copies what somebody has typed and cannot send any more. */
export function CopyButton({ text }: { text: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Tulisan disalin.');
    } catch {
      toast.error('Gagal menyalin tulisan.');
    }
  };
  return (
    <Button variant="quiet" onClick={() => void copy()}>
      Salin
    </Button>
  );
}
