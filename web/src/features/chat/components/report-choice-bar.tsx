import { Button } from '../../../ui/buttons/button.tsx';
import { useBackCloses } from '../../../ui/overlays/use-back-closes.ts';

/** The bar in the place of the input while one chooses the message to report. */
export function ReportChoiceBar({ onCancel }: { onCancel: () => void }) {
  useBackCloses(true, onCancel);
  return (
    <div className="flex min-h-16 shrink-0 items-center gap-3 border-t border-line bg-surface px-4 py-2">
      <p role="status" className="min-w-0 flex-1">
        Ketuk pesan yang mau dilaporkan.
      </p>
      <Button variant="quiet" onClick={onCancel}>
        Batal
      </Button>
    </div>
  );
}
