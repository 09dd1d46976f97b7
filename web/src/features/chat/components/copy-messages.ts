import { copyOrShow } from '../../../ui/overlays/copy-text.tsx';

/** Copies the texts of messages, each on its own lines. */
export const copyMessages = (texts: readonly string[]): Promise<void> =>
  copyOrShow(texts.join('\n'), { copied: 'Pesan disalin.', what: 'Pesan', failed: 'Gagal menyalin pesan.' });
