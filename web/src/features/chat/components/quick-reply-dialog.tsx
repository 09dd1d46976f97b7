import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { lazyPart } from '../../../ui/waiting/lazy-part.tsx';

const QuickReplyForm = lazyPart(async () => (await import('./quick-reply-form.tsx')).QuickReplyForm);

/** Where a cook changes their short answers. */
export const QuickReplyDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="Jawaban cepat">
    <QuickReplyForm onDone={onClose} />
  </Dialog>
);
