import { expect, test } from 'vitest';
import { changesOf } from './components/audit-changes.ts';

const entry = (before: object, after: object) => ({
  id: '0199b6a0-0000-7000-8000-000000000000',
  created_at: '2026-11-20T05:00:00+00:00',
  actor_id: null,
  actor_name: 'Yulia Rahman',
  action: 'update_banner' as const,
  target_type: 'banner',
  target_id: 'x',
  target_user_id: null,
  target_user_name: null,
  reason: '',
  details: { before, after },
});

test.each([
  ['a role by its name', { role: 'pembeli' }, { role: 'penjual' }, 'Peran: Pembeli menjadi Penjual'],
  ['a role of a later release', { role: 'juru_masak' }, { role: 'penjual' }, 'Peran: Lainnya menjadi Penjual'],
  ['a switch', { link_previews: 'on' }, { link_previews: 'off' }, 'Pratinjau tautan: ya menjadi tidak'],
  [
    'a time',
    { ends_at: null },
    { ends_at: '2026-11-20T05:00:00.000Z' },
    'Selesai: kosong menjadi 20 November 2026, 12.00 WIB',
  ],
  [
    'a picture without its path',
    { image_url: '/a.webp' },
    { image_url: '/b.webp' },
    'Gambar: yang lama menjadi yang baru',
  ],
  ['pictures', { images: [] }, { images: ['posts/a.webp'] }, 'Foto: yang lama menjadi yang baru'],
  ['a picture that is gone', { logo_url: '/a.png' }, { logo_url: '' }, 'Logo: yang lama menjadi kosong'],
])('says %s', (_what, before, after, text) => {
  expect(
    changesOf(entry({ name: 'sama', ...before }, { name: 'sama', ...after })).map(
      (change) => `${change.field}: ${change.before} menjadi ${change.after}`,
    ),
  ).toEqual([text]);
});
