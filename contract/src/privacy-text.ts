/** The built-in privacy policy, used while the setting `privacy_text` is empty. */
export const defaultPrivacyText = [
  'Lapau menyimpan data yang Anda isi sendiri: nama, email, nomor HP, alamat, nagari, kecamatan, foto, postingan, komentar, pesan, suka, simpanan, dan laporan Anda. Selama 400 hari juga warung dan makanan mana yang Anda buka pada hari apa.',
  'Data disimpan di server pengelola Lapau di daerah Anda dan hanya dipakai untuk menjalankan aplikasi ini. Tidak ada iklan pihak lain, tidak ada pelacak, dan data tidak dijual.',
  'Warga lain melihat nama, foto, dan nagari Anda. Email, nomor HP, dan alamat Anda tidak diperlihatkan kepada warga lain. Nomor telepon dan WhatsApp warung diperlihatkan karena memang untuk dihubungi. Penjual melihat berapa orang membuka warung dan makanannya, bukan siapa. Kalau tautan dibuka oleh orang yang belum masuk, yang dihitung hanya berapa kali sehari dan berapa yang mendaftar, bukan siapa.',
  'Lokasi dan data kamera di dalam foto dihapus sebelum foto disimpan.',
  'Kata sandi disimpan dalam bentuk acak yang tidak dapat dibaca kembali. Satu cookie dipakai agar Anda tetap masuk, satu lagi, dengan waktu kunjungan pertama dan selama 400 hari, agar perangkat yang pernah Anda pakai dikenali saat masuk, dan agar giliran mendaftar serta kiriman email dibagi adil. Nama browser dan sistem perangkat disimpan selama Anda masuk; kalau notifikasi dinyalakan, juga alamat perangkat itu di layanan notifikasi pembuat browser atau HP, yang mengantarkannya.',
  'Kalau kata sandi yang salah dicoba, alamat internet asalnya dicatat di log server, tanpa email, supaya pengelola dapat menolak penyerang.',
  'Pengelola dapat melihat data akun untuk membantu Anda dan menangani laporan; setiap tindakannya dicatat.',
  'Di Profil Anda dapat mengubah data Anda, mengunduh salinannya, dan menghapus akun Anda sendiri.',
].join('\n\n');
