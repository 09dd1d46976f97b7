import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionOver, toast, toastLibrary } from './toast.ts';

const shown = vi.hoisted(() => new Map<string, string>());
vi.mock('sonner', () => {
  const show = (text: string, { id }: { id: string }) => shown.set(id, text);
  const dismiss = (id: string) => shown.delete(id);
  const getToasts = () => [...shown.keys()].map((id) => ({ id }));
  return { toast: { error: show, success: show, info: show, dismiss, getToasts } };
});

const texts = () => [...shown.values()];

test('toasts are queued until their library has loaded; of those with the same id only the last is shown', async () => {
  toast.error('Gagal memuat feed.', { id: 'feed' });
  toast.error('Gagal memuat feed lagi.', { id: 'feed' });
  toast.info('Sesi Anda telah berakhir.');
  toast.error('Gagal menyimpan post.');
  toast.clearError('Gagal menyimpan post.');
  expect(texts()).toEqual([]);
  await expect.poll(texts).toEqual(['Gagal memuat feed lagi.', 'Sesi Anda telah berakhir.']);
  toast.error('Gagal menyukai postingan.');
  expect(texts()).toHaveLength(3);
});

describe('a toast does not outlive what it is about (D58)', () => {
  beforeEach(async () => {
    await toastLibrary.load();
    toast.clear();
    toast.error('Gagal memperbarui profil.');
    toast.error('Warung tidak ditemukan.', { outlivesScreen: true });
    toast.info('Sesi Anda telah berakhir.');
  });

  test('a success clears all errors', () => {
    toast.success('Profil berhasil diperbarui.');
    expect(texts()).toEqual(['Sesi Anda telah berakhir.', 'Profil berhasil diperbarui.']);
  });

  test('an error is cleared with its screen, unless it led to the next one', () => {
    toast.success('Komentar dihapus.');
    toast.error('Gagal mengirim komentar.');
    toast.error('Warung tidak ditemukan.', { outlivesScreen: true });
    toast.leaveScreen();
    expect(texts()).toEqual(['Sesi Anda telah berakhir.', 'Komentar dihapus.', 'Warung tidak ditemukan.']);
  });

  test('all are cleared with the session, but the reason why it is over', () => {
    toast.error('Anda harus login untuk menyukai postingan.', { id: sessionOver, outlivesScreen: true });
    toast.clear(sessionOver);
    expect(texts()).toEqual(['Anda harus login untuk menyukai postingan.']);
    expect(toast.isShown(sessionOver)).toBe(true);
    toast.clear();
    expect(texts()).toEqual([]);
  });
});
