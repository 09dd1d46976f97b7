import { defaultAllowedKecamatan } from './area.ts';
import type { Settings } from './settings.ts';

/** Built-in values, used for settings that are not set and when loading fails (product.md#settings, D53). */
export const settingDefaults: Settings = {
  site_title: 'Lapau',
  footer_credit_text: 'Dibuat dengan Lapau',
  footer_credit_link: '',
  announcement_title: 'Selamat Datang!',
  announcement_text: '',
  announcement_image_url: '',
  about_text:
    'Lapau mempertemukan warung di nagari dengan tetangganya: apa yang dimasak hari ini, di mana, dan berapa harganya.',
  contact_info: '',
  mission_text: 'Membantu warung nagari berjualan, dan membantu tetangga menemukan masakan kampung yang dekat.',
  features_text: [
    'Lihat makanan yang dimasak warung hari ini',
    'Cari menurut nama makanan, warung, atau nagari',
    'Simpan dan bagikan makanan yang Anda suka',
    'Hubungi warung lewat telepon, WhatsApp, atau chat',
  ].join('\n'),
  allowed_kecamatan: defaultAllowedKecamatan,
  logo_url: '',
  favicon_url: '',
  link_previews: 'on',
  privacy_text: [
    'Lapau menyimpan data yang Anda isi sendiri: nama, email, nomor HP, alamat, nagari, kecamatan, foto, postingan, komentar, pesan, suka, simpanan, dan laporan Anda. Selama 400 hari juga warung dan makanan mana yang Anda buka pada hari apa.',
    'Data disimpan di server pengelola Lapau di daerah Anda dan hanya dipakai untuk menjalankan aplikasi ini. Tidak ada iklan pihak lain, tidak ada pelacak, dan data tidak dijual.',
    'Warga lain melihat nama, foto, dan nagari Anda. Email, nomor HP, dan alamat Anda tidak diperlihatkan kepada warga lain. Nomor telepon dan WhatsApp warung diperlihatkan karena memang untuk dihubungi. Penjual melihat berapa orang membuka warung dan makanannya, bukan siapa.',
    'Lokasi dan data kamera di dalam foto dihapus sebelum foto disimpan.',
    'Kata sandi disimpan dalam bentuk acak yang tidak dapat dibaca kembali. Satu cookie dipakai agar Anda tetap masuk, satu lagi agar perangkat yang pernah Anda pakai dikenali saat masuk. Nama browser dan sistem perangkat disimpan selama Anda masuk.',
    'Pengelola dapat melihat data akun untuk membantu Anda dan menangani laporan; setiap tindakannya dicatat.',
    'Di Profil Anda dapat mengubah data Anda, mengunduh salinannya, dan menghapus akun Anda sendiri.',
  ].join('\n\n'),
};
