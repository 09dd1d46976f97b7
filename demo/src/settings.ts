export const settings = {
  site_title: 'Lapau',
  allowed_kecamatan: 'Kapur IX, kapur 9, kapur sembilan',
  footer_credit_text: 'Lapau, dari dan untuk nagari di Kapur IX',
  footer_credit_link: 'https://id.wikipedia.org/wiki/Kapur_IX,_Lima_Puluh_Kota',
  announcement_title: 'Pasa Nagari Sabtu ini',
  announcement_text:
    'Pasa Nagari Muaro Paiti buka Sabtu mulai pukul 6 pagi di lapangan depan Balai Adat.\nLapau yang ikut: Mak Itam, Uni Eli, Ampera Simpang Koto dan Katupek Nek Upiak. Bawa rantang sendiri, ya!',
  about_text:
    'Lapau mempertemukan urang kampuang yang lapar dengan lapau yang baru selesai memasak. Buka, lihat apa yang matang hari ini, lalu singgah atau kirim pesan.',
  mission_text:
    'Supaya masakan amai-amai di nagari tidak kalah dari warung di kota, dan tidak ada gulai yang sia-sia di periuk.',
  features_text:
    'Feed masakan hari ini\nCari menurut nagari\nTanya penjual lewat chat, telepon atau WhatsApp\nSimpan masakan yang disukai',
  contact_info: 'Email: admin@lapau.test\nTelepon: 0810-0000-0001\nBalai Nagari Muaro Paiti, Senin–Kamis pukul 9–12',
} as const;

/** The announcement's picture: a dish and which of its photos. */
export const announcementPicture = { dish: 'Takjil Jumat Berkah', photo: 1 } as const;

/** The promo banners, the newest last; only the first is active. `picture` is the number for drawBanner. */
export const banners = [
  { picture: 0, linkUrl: 'https://id.wikipedia.org/wiki/Masakan_Padang', isActive: true },
  { picture: 1, linkUrl: null, isActive: false },
  { picture: 2, linkUrl: 'https://id.wikipedia.org/wiki/Kapur_IX,_Lima_Puluh_Kota', isActive: false },
] as const;
