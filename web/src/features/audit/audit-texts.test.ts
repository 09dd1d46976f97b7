import type { AuditedAction, AuditEntry } from '@lapau/contract/audit';
import { expect, test } from 'vitest';
import { auditText } from './components/audit-texts.ts';

/** An entry after the accounts of the person concerned and of the admin were deleted. */
const forgotten = (action: AuditedAction, given: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '0199b6a0-0000-7000-8000-000000000000',
  created_at: '2026-11-20T05:00:00+00:00',
  actor_id: null,
  actor_name: '',
  action,
  target_type: 'user',
  target_id: 'x',
  target_user_id: null,
  target_user_name: null,
  reason: '',
  details: {},
  ...given,
});

test.each([
  ['update_user_by_admin', {}, 'mengubah data pengguna yang sudah dihapus'],
  ['approve_seller_application', {}, 'menyetujui pengajuan warung dari pengguna yang sudah dihapus'],
  ['delete_warung_by_admin', {}, 'menghapus warung milik pengguna yang sudah dihapus'],
  ['delete_post', {}, 'menghapus postingan yang sudah dihapus'],
  ['create_admin_post', { details: { food_name: '' } }, 'membuat postingan umum tanpa nama'],
  [
    'handle_report',
    { target_type: 'comment', details: { p_action: 'dismiss' } },
    'mengabaikan laporan atas komentar pengguna yang sudah dihapus',
  ],
  ['add_spellings', {}, 'menambah ejaan'],
] as const)('%s reads well when nothing of the person is left in the log', (action, given, text) => {
  expect(auditText(forgotten(action, given))).toBe(text);
});
