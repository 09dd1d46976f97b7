import { limits } from './limits.ts';

/** Every error code with its HTTP status and Indonesian text. */
export const errors = {
  // The gate answers these (gateErrors).
  malformed_request: [400, 'Halaman ini perlu dimuat ulang. Muat ulang, lalu coba lagi.'],
  unauthenticated: [401, 'Anda harus masuk terlebih dahulu.'],
  other_account: [409, 'Akun lain yang sekarang masuk di browser ini.'],
  forbidden: [403, 'Anda tidak memiliki izin untuk melakukan ini.'],
  foreign_origin: [403, 'Tindakan ini datang dari situs lain. Buka aplikasi ini langsung, lalu coba lagi.'],
  account_deleted: [403, 'Akun ini sudah dihapus.'],
  account_suspended: [403, 'Akun Anda telah ditangguhkan. Silakan hubungi admin.'],
  warung_suspended: [403, 'Akun warung Anda ditangguhkan. Silakan hubungi admin.'],
  already_signed_in: [403, 'Anda sudah masuk. Muat ulang halaman ini.'],
  unknown_call: [404, 'Alamat ini tidak ada. Muat ulang halaman, lalu coba lagi.'],
  method_not_allowed: [405, 'Halaman ini perlu dimuat ulang. Muat ulang, lalu coba lagi.'],
  foreign_host: [421, 'Alamat ini salah. Periksa alamat yang Anda buka.'],
  body_too_large: [413, 'Kiriman terlalu besar. Kurangi isinya, lalu coba lagi.'],
  unsupported_media_type: [415, 'Berkas jenis ini tidak dapat dikirim. Pilih berkas lain.'],
  invalid_input: [422, 'Ada isian yang belum benar.'],
  rate_limited: [429, 'Terlalu banyak percobaan. Coba lagi sebentar lagi.'],
  too_much_text: [429, 'Tulisan Anda hari ini sudah terlalu banyak. Coba lagi nanti.'],
  too_many_unanswered: [429, 'Anda sudah banyak menulis tanpa dibalas. Sampai ada balasan, satu kiriman per menit.'],
  server_error: [500, 'Terjadi kesalahan pada server. Coba lagi sebentar lagi.'],
  not_ready: [503, 'Server sedang tidak siap. Coba lagi sebentar lagi.'],

  // Ids that clients make, and edits that conflict with another edit
  version_conflict: [409, 'Data ini sudah diubah oleh orang atau HP lain.'],
  undo_expired: [409, 'Perubahan ini tidak dapat dibatalkan lagi.'],
  id_conflict: [409, 'Yang tadi sudah tersimpan. Kirim lagi bila ini lain.'],
  already_deleted: [410, 'Kiriman ini sudah dihapus.'],

  // Sign-up, sign-in, session
  outside_area: [422, 'Aplikasi belum tersedia dilokasi anda'],
  name_mixed: [422, 'Tulis nama dengan huruf Latin biasa (a–z), atau seluruhnya dengan satu aksara lain.'],
  name_reserved: [422, 'Nama ini hanya untuk pengelola. Pilih nama lain.'],
  name_in_use: [409, 'Nama ini mirip dengan nama orang atau warung lain. Seorang admin perlu nama yang berbeda.'],
  invalid_credentials: [401, 'Email atau password salah.'],
  email_taken: [409, 'Email sudah terdaftar.'],
  email_takes_no_mail: [403, 'Alamat email ini tidak dapat menerima surat. Periksa penulisannya.'],
  email_not_verified: [403, 'Email belum diverifikasi. Silakan periksa email Anda.'],
  confirmation_needed: [403, 'Tulis kode konfirmasi untuk masuk di perangkat ini.'],
  invalid_confirmation_code: [400, 'Kode konfirmasi salah atau sudah tidak berlaku.'],
  invalid_token: [400, 'Tautan sudah tidak berlaku. Minta tautan baru.'],
  invalid_recovery_code: [400, 'Kode pemulihan salah atau sudah tidak berlaku. Minta kode baru kepada admin.'],
  first_admin_exists: [409, 'Admin pertama sudah ada.'],
  wrong_password: [403, 'Kata sandi salah.'],
  admin_account: [
    403,
    'Akun admin tidak dapat dihapus sendiri. Minta admin lain menurunkan peran Anda terlebih dahulu.',
  ],

  // People and stalls
  user_not_found: [404, 'Pengguna tidak ditemukan.'],
  warung_not_found: [404, 'Warung tidak ditemukan.'],
  own_account: [409, 'Anda tidak dapat melakukan ini pada akun Anda sendiri.'],
  outside_area_seller: [422, 'Aplikasi belum tersedia dilokasi kecamatan Anda.'],
  application_pending: [409, 'Pengajuan Anda sebelumnya masih ditinjau. Tunggu keputusan admin.'],
  already_seller: [409, 'Anda sudah menjadi penjual.'],
  application_not_found: [404, 'Pengajuan tidak ditemukan.'],
  applicant_suspended: [409, 'Pemohon sedang ditangguhkan. Aktifkan akunnya dahulu, atau tolak pengajuan ini.'],
  admin_not_demoted: [409, 'Akun admin tidak dapat dihapus. Ubah perannya terlebih dahulu.'],
  own_role: [409, 'Anda tidak dapat mengubah peran Anda sendiri. Minta admin lain melakukannya.'],
  admin_email: [409, 'Email admin hanya dapat diubah oleh admin itu sendiri, sampai 30 hari setelah ia berhenti.'],
  former_admin_email: [409, 'Email ini milik admin yang akunnya baru dihapus. Pakai email lain, atau tunggu 30 hari.'],
  admin_recovery: [409, 'Admin mengatur kata sandi barunya sendiri lewat Lupa Password.'],
  former_admin_recovery: [
    409,
    'Kode ini hanya dapat dibuat dua admin yang sudah 7 hari menjadi admin sebelum ia berhenti.',
  ],
  second_admin_needed: [409, 'Ia baru berhenti menjadi admin: kodenya perlu diminta dulu oleh admin lain.'],
  second_admin_unneeded: [409, 'Kode untuk orang ini dapat langsung dibuat.'],
  last_admin: [409, 'Admin aktif terakhir tidak dapat dinonaktifkan.'],

  // Posts
  post_not_found: [404, 'Post tidak ditemukan atau terjadi kesalahan.'],
  post_forbidden: [403, 'Anda tidak memiliki izin untuk menambahkan postingan.'],
  post_edit_forbidden: [403, 'Anda tidak memiliki izin untuk mengedit postingan ini.'],
  post_not_renewable: [409, 'Hanya menu yang tersedia di warung yang buka dapat diposting lagi.'],
  renewed_recently: [409, 'Menu ini baru saja diposting. Coba lagi nanti.'],
  too_many_dishes: [
    429,
    `Paling banyak ${limits.dishesIn10Minutes} menu baru dalam 10 menit dan ${limits.dishesADay} dalam sehari. Coba lagi nanti.`,
  ],
  too_many_renewals: [
    429,
    `Paling banyak ${limits.renewalsAnHour} menu diposting lagi dalam satu jam dan ${limits.renewalsADay} dalam 20 jam. Coba lagi nanti.`,
  ],
  image_delete_failed: [500, 'Foto tidak dapat dihapus.'],
  post_delete_forbidden: [403, 'Anda tidak memiliki izin untuk menghapus postingan ini.'],

  // Comments
  comment_not_found: [404, 'Komentar tidak ditemukan.'],
  comment_forbidden: [403, 'Anda tidak memiliki izin untuk menghapus komentar ini.'],
  comment_refused: [403, 'Komentar tidak dapat dikirim.'],
  too_many_comments: [429, 'Terlalu banyak komentar. Coba lagi sebentar lagi.'],

  // Chat
  conversation_not_found: [404, 'Detail percakapan atau pengguna lain tidak ditemukan.'],
  conversation_forbidden: [403, 'Percakapan baru hanya dapat dimulai dengan penjual atau admin.'],
  too_many_conversations: [429, 'Anda sudah memulai banyak percakapan baru. Coba lagi satu jam lagi.'],
  message_refused: [403, 'Pesan tidak dapat dikirim.'],
  too_many_messages: [429, 'Terlalu banyak pesan kepada yang belum membalas. Coba lagi sebentar lagi.'],
  blocked_by_you: [403, 'Anda memblokir orang ini. Buka blokir untuk mengirim pesan.'],
  message_not_found: [404, 'Pesan tidak ditemukan.'],
  message_forbidden: [403, 'Anda tidak memiliki izin untuk mengubah pesan ini.'],

  // Reports, decisions, appeals
  own_post: [409, 'Anda tidak dapat melaporkan postingan sendiri.'],
  own_comment: [409, 'Anda tidak dapat melaporkan komentar sendiri.'],
  own_message: [409, 'Anda tidak dapat melaporkan pesan sendiri.'],
  too_many_reports: [429, 'Laporan sudah banyak dan sedang ditinjau. Coba lagi nanti.'],
  already_decided: [409, 'Sudah diputuskan sebelum Anda.'],
  stall_being_deleted: [409, 'Penghapusan warungnya masih bisa dibatalkan. Coba lagi setengah menit lagi.'],
  person_being_deleted: [409, 'Akun ini sedang dihapus.'],
  own_case: [409, 'Ini menyangkut Anda sendiri. Admin lain yang memutuskan.'],
  decision_not_found: [404, 'Keputusan tidak ditemukan.'],
  subject_not_found: [404, 'Yang akan diputuskan tidak ditemukan.'],
  appeal_not_found: [404, 'Keberatan tidak ditemukan.'],
  appeal_sent: [409, 'Keberatan Anda sudah terkirim. Tunggu keputusan admin.'],
  report_not_found: [404, 'Laporan tidak ditemukan.'],

  // Search
  spellings_exist: [409, 'Ejaan-ejaan ini sudah ada dalam satu baris.'],
  too_many_spellings: [409, 'Ejaan sudah terlalu banyak. Hapus yang tidak dipakai lagi.'],

  // Banners
  banner_not_found: [404, 'Banner tidak ditemukan.'],
  banner_not_deactivated: [500, 'Gagal menonaktifkan banner lain.'],

  // Push
  push_endpoint_refused: [422, 'Notifikasi tidak dapat dikirim ke browser ini. Coba browser lain.'],

  // Files
  file_not_found: [404, 'Berkas tidak ditemukan.'],
  file_not_yours: [403, 'Anda tidak dapat memakai berkas ini.'],
  file_under_review: [409, 'Foto ini sedang ditinjau admin. Tunggu keputusannya sebelum menggantinya.'],
  upload_too_large: [413, 'Ukuran foto melebihi 10 MB.'],
  too_many_pixels: [422, 'Foto terlalu besar: paling banyak 50 megapiksel.'],
  picture_too_costly: [422, 'Foto ini terlalu berat untuk diproses. Simpan sebagai foto JPG biasa, lalu coba lagi.'],
  not_an_image: [415, 'Berkas ini bukan foto PNG, JPG, GIF, WebP, HEIC, atau AVIF.'],
  broken_image: [422, 'Foto rusak atau tidak lengkap. Pilih foto lain.'],
  photos_unavailable: [503, 'Foto belum bisa diterima server ini. Beri tahu admin.'],
  too_many_uploads: [429, 'Terlalu banyak foto diunggah hari ini. Coba lagi besok.'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type ErrorCode = keyof typeof errors;

/** The codes of the gate: any call may answer with them without declaring them. */
export const gateErrors = [
  'malformed_request',
  'unauthenticated',
  'other_account',
  'forbidden',
  'foreign_origin',
  'account_deleted',
  'account_suspended',
  'warung_suspended',
  'already_signed_in',
  'unknown_call',
  'method_not_allowed',
  'foreign_host',
  'body_too_large',
  'unsupported_media_type',
  'invalid_input',
  'rate_limited',
  'too_much_text',
  'server_error',
  'not_ready',
] as const satisfies readonly ErrorCode[];

/**
 * The body of every error response. `details` maps a field to an Indonesian message; `current` is what the server has
 * instead (version_conflict), as the read call of the same thing answers it, `renewable_at` (renewed_recently), the
 * decision of somebody else (already_decided), why somebody who signs in is suspended (SuspensionNotice), or where the code comes
 * from that confirms a sign-in (ConfirmationNeeded). `reference` is what the server's log calls the request, where the failure is the
 * server's fault (5xx): people are shown it as 'Kode: 7F3K'.
 */
export type ErrorEnvelope = {
  code: ErrorCode;
  message: string;
  details?: Record<string, string>;
  current?: unknown;
  reference?: string;
};
