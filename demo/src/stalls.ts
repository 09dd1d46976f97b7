/** A stall. Its nagari is its owner's; `avatar` is the seed of drawStallAvatar. Phones are as their owners typed them. */
export type Stall = {
  name: string;
  owner: string;
  address: string;
  bio: string | null;
  phone: string;
  whatsapp: string | null;
  avatar: string;
  isOpen: boolean;
  /** Why an admin has suspended the stall. */
  suspended?: string;
};

export const stalls: readonly Stall[] = [
  {
    name: 'Lapau Mak Itam',
    owner: 'penjual@lapau.test',
    address: 'Jorong Kampuang Dalam, di bawah batang beringin',
    phone: '0810-0000-0011',
    whatsapp: '081000000011',
    avatar: 'Lapau Mak Itam',
    isOpen: true,
    bio: 'Masakan amai sejak 1987. Randang dimasak delapan jam dengan kayu, gulainya pakai santan perasan sendiri.\nHabis itu habis, besok dimasak lagi.',
  },
  {
    name: 'Kadai Uni Eli',
    owner: 'eli@lapau.test',
    address: 'Jorong Kampuang Baru, sabalah Surau Gadang',
    phone: '0810-0000-0012',
    whatsapp: '+62 810-0000-0012',
    avatar: 'Kadai Uni Eli',
    isOpen: true,
    bio: 'Sarapan hangat sebelum ke sawah: lontong, katupek, bubua. Buka pukul 6, biasanya tandas pukul 10.',
  },
  {
    name: 'Ampera Simpang Koto',
    owner: 'ampera@lapau.test',
    address: 'Jorong Simpang, tapi jalan lintas',
    phone: '0810-0000-0013',
    whatsapp: '0810 0000 0013',
    avatar: 'Ampera Simpang Koto',
    isOpen: true,
    bio: 'Nasi ampera untuk sopir, guru dan siapa saja yang lapar. Tambuah gratis satu kali, asal jangan malu-malu.',
  },
  {
    name: 'Sate Uda Jon',
    owner: 'jon@lapau.test',
    address: 'Jorong Pulau Sialang, depan lapangan bola',
    phone: '0810-0000-0014',
    whatsapp: '62810-0000-0014',
    avatar: 'Sate Uda Jon',
    isOpen: false,
    bio: 'Sate Danguang-Danguang asli, kuah kuning, bumbu turun dari niniak. Buka ba’da Magrib, tutup kalau hujan lebat.',
  },
  {
    name: 'Pondok Gulai Baung',
    owner: 'baung@lapau.test',
    address: 'Jorong Suka Karya, tapi Batang Kapua',
    phone: '0810-0000-0015',
    whatsapp: '0810-0000-0015',
    avatar: 'Pondok Gulai Baung',
    isOpen: true,
    bio: 'Baung ditangkap subuh, digulai siang. Kalau sungai keruh, ikannya kurang; jadi tanya dulu lewat chat.',
  },
  {
    name: 'Dapua Etek Ros',
    owner: 'ros@lapau.test',
    address: 'Jorong Balai Tangah, rumah cat hijau',
    phone: '0810-0000-0016',
    whatsapp: null,
    avatar: 'Dapua Etek Ros',
    isOpen: true,
    bio: 'Samba rumahan untuk dibawa pulang. Etek tidak pakai WhatsApp, telepon saja atau langsung singgah.',
  },
  {
    name: 'Katupek Nek Upiak',
    owner: 'upiak@lapau.test',
    address: 'Jorong Sialang Bawah, dekat jembatan gantung',
    phone: '0810-0000-0017',
    whatsapp: '0810-0000-0017',
    avatar: 'Katupek Nek Upiak',
    isOpen: true,
    bio: 'Nenek sudah tujuh puluh dua, tapi katupek masih dianyam sendiri. Cucu yang mengurus pesanan di sini.',
  },
  {
    name: 'Kawa Daun Ateh',
    owner: 'kawa@lapau.test',
    address: 'Jorong Sialang Ateh',
    phone: '0810-0000-0018',
    whatsapp: '0810-0000-0018',
    avatar: 'Kawa Daun Ateh',
    isOpen: true,
    bio: null,
  },
  {
    name: 'Galamai Bundo Saiyo',
    owner: 'galamai@lapau.test',
    address: 'Jorong Koto Tangah, Galugua',
    phone: '0810-0000-0019',
    whatsapp: '0810-0000-0019',
    avatar: 'Galamai Bundo Saiyo',
    isOpen: true,
    bio: 'Oleh-oleh dari kampuang: galamai, batiah, bareh randang. Diaduk beramai-ramai tiap Kamis, siap kirim ke Payakumbuh.',
  },
  {
    name: 'Martabak Pak Datuak',
    owner: 'datuak@lapau.test',
    address: 'Jorong Cinta Maju, simpang pasa',
    phone: '0810-0000-0020',
    whatsapp: '0810-0000-0020',
    avatar: 'Martabak Pak Datuak',
    isOpen: true,
    suspended: 'Beberapa pembeli melaporkan pesanan yang dibayar tetapi tidak diantar.',
    bio: 'Martabak Kubang dengan kuah cuko dan bawang merah. Tiap malam sampai adonan habis.',
  },
  {
    name: 'Lamang Amai Koto Lamo',
    owner: 'lamang@lapau.test',
    address: 'Jorong Koto Tuo',
    phone: '0810-0000-0021',
    whatsapp: '0810-0000-0021',
    avatar: 'Lamang Amai',
    isOpen: true,
    bio: 'Malamang hanya untuk pesanan dan hari baik bulan baik. Pesan paling lambat tiga hari sebelumnya.',
  },
  {
    name: 'Kadai Kopi Tigo Tungku Sajarangan Nan Lamo',
    owner: 'tungku@lapau.test',
    address: 'Jorong Koto Tinggi, muko pos ronda',
    phone: '0810-0000-0022',
    whatsapp: '0810-0000-0022',
    avatar: 'Tigo Tungku',
    isOpen: true,
    bio: 'Tempat duduk, maota dan minum teh talua. Domino boleh, berjudi tidak.',
  },
];
