import { toast } from '../../../lib/toast.ts';

/** Copies the texts of messages, each on its own lines. */
export async function copyMessages(texts: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(texts.join('\n'));
    toast.success('Pesan disalin.');
  } catch {
    toast.error('Gagal menyalin pesan.');
  }
}
