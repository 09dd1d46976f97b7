import { expect, test, vi } from 'vitest';
import { toast } from './toast.ts';

const shown = vi.hoisted((): string[] => []);
vi.mock('sonner', () => {
  const show = (text: string) => shown.push(text);
  return { toast: { error: show, info: show } };
});

test('toasts are queued until their library has loaded; of those with the same id only the last is shown', async () => {
  toast.error('Gagal memuat feed.', { id: 'feed' });
  toast.error('Gagal memuat feed lagi.', { id: 'feed' });
  toast.info('Sesi Anda telah berakhir.');
  expect(shown).toEqual([]);
  await vi.waitFor(() => expect(shown).toEqual(['Gagal memuat feed lagi.', 'Sesi Anda telah berakhir.']));
  toast.error('Gagal menyukai postingan.');
  expect(shown).toHaveLength(3);
});
