import { expect, test } from 'vitest';
import { bannerStatus } from './components/banner-status.ts';

const now = Date.parse('2026-05-01T00:00:00Z');
const [before, after] = ['2026-04-30T00:00:00Z', '2026-05-02T00:00:00Z'];

test.each([
  ['Tidak aktif', { is_active: false, starts_at: null, ends_at: null }],
  ['Sedang tampil', { is_active: true, starts_at: null, ends_at: null }],
  ['Sedang tampil', { is_active: true, starts_at: before, ends_at: after }],
  ['Menunggu mulai', { is_active: true, starts_at: after, ends_at: null }],
  ['Sudah berakhir', { is_active: true, starts_at: null, ends_at: before }],
])('%s (D78)', (label, banner) => expect(bannerStatus(banner, now).label).toBe(label));
