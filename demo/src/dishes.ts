/**
 * A post. `dish` names its drawing, and `photos` is how many photos it has of it (variants 0, 1, 2, beginning with `firstPhoto`).
 * `price` is the text as it was typed. interactions.ts refers to the post by `key`.
 */
export type Dish = {
  key: string;
  stall: string;
  foodName: string;
  dish: string;
  price: string;
  description: string;
  photos: 1 | 2 | 3;
  firstPhoto?: 1 | 2;
  isOpen: boolean;
  hoursAgo: number;
  deleted?: true;
};

type Rest = Omit<Dish, 'key' | 'stall' | 'foodName' | 'dish' | 'price'>;

/** A dish posted under the name of its drawing. */
function plain(stall: string, foodName: string, price: string, rest: Rest): Dish {
  return { key: foodName, stall, foodName, dish: foodName, price, ...rest };
}

const makItam = 'Lapau Mak Itam';
const eli = 'Kadai Uni Eli';
const ampera = 'Ampera Simpang Koto';
const jon = 'Sate Uda Jon';
const baung = 'Pondok Gulai Baung';
const ros = 'Dapua Etek Ros';
const upiak = 'Katupek Nek Upiak';
const kawa = 'Kawa Daun Ateh';
const galamai = 'Galamai Bundo Saiyo';
const datuak = 'Martabak Pak Datuak';
const tungku = 'Kadai Kopi Tigo Tungku Sajarangan Nan Lamo';

export const menu: readonly Dish[] = [
  plain(makItam, 'Randang Dagiang', '22.000', {
    photos: 3,
    isOpen: true,
    hoursAgo: 0.4,
    description:
      'Randang hitam, dimasak dari Subuh dengan kayu kulik manih. Dagingnya empuk, dedaknya banyak.\n\nSepotong besar dengan nasi dan daun ubi. Bisa juga per kilo untuk dibawa merantau, pesan sehari sebelumnya ya.',
  }),
  plain(makItam, 'Itiak Lado Mudo', '28.000', {
    photos: 2,
    isOpen: true,
    hoursAgo: 2.2,
    description: 'Itiak kampuang dengan lado hijau yang baru dipetik. Pedasnya pelan, datangnya belakangan.',
  }),
  plain(makItam, 'Gulai Tunjang', '25.000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 27,
    description:
      'Tunjang direbus sampai bergetar, kuahnya kental. Siap mulai pukul 11, biasanya sebelum Asar sudah habis.',
  }),
  plain(makItam, 'Dendeng Batokok', '23.000', {
    photos: 2,
    isOpen: true,
    hoursAgo: 74,
    description: 'Dipukul tipis, dibakar sebentar, disiram lado merah dan minyak kelapa tanak.',
  }),
  plain(makItam, 'Randang Talua', '15.000', {
    photos: 1,
    isOpen: false,
    hoursAgo: 171,
    description:
      'Untuk yang tidak makan daging. Telurnya direndang sampai bumbu masuk ke dalam. Hari ini sudah habis, besok ada lagi.',
  }),
  {
    key: 'Sisa',
    stall: makItam,
    foodName: 'Gulai sisa kemarin',
    dish: 'Pangek Cubadak',
    price: '5rb',
    photos: 1,
    firstPhoto: 2,
    isOpen: true,
    hoursAgo: 30,
    deleted: true,
    description: 'Masih bisa dipanaskan.',
  },

  plain(eli, 'Lontong Gulai Cubadak', '10.000', {
    photos: 2,
    isOpen: true,
    hoursAgo: 0.1,
    description: 'Baru turun dari tungku! Lontong, gulai cubadak, telur setengah dan karupuak merah.',
  }),
  plain(eli, 'Katupek Pical', '10.000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 24.4,
    description: 'Kacangnya digiling tiap pagi. Mau pedas atau tidak, bilang saja waktu memesan.',
  }),
  plain(eli, 'Bubua Kampiun', '10.000', {
    photos: 2,
    isOpen: true,
    hoursAgo: 1.1,
    description:
      'Bubua sumsum, candil, katan hitam, kolak pisang, sarikayo. Lima dalam satu mangkuk.\n\nKata orang rantau: rasanya seperti pulang.',
  }),
  plain(eli, 'Godok Pisang', '5.000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 3.5,
    description: 'Lima ribu dapat empat. Hangat-hangat dengan teh, jangan ditunggu sampai sore.',
  }),
  {
    key: 'Godok campua',
    stall: eli,
    foodName: 'Pinyaram jo Godok Campua',
    dish: 'Pinyaram',
    price: 'mulai Rp 5.000',
    photos: 1,
    firstPhoto: 1,
    isOpen: true,
    hoursAgo: 51,
    description: 'Pilih sendiri isinya, sekantong mulai lima ribu. Cocok untuk rapat, ronda dan wirid.',
  },

  plain(ampera, 'Nasi Ampera Gulai Ayam', '18.000', {
    photos: 2,
    isOpen: true,
    hoursAgo: 0.8,
    description: 'Sepiring penuh: nasi, gulai ayam kampung, daun ubi rebus, lado hijau dan karupuak. Teh tawar gratis.',
  }),
  plain(ampera, 'Nasi Ramas Asam Padeh', '17.000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 5.2,
    description: 'Ikan asam padeh dengan sayur dan sambal. Dibungkus daun, tahan sampai sore di sawah.',
  }),
  plain(ampera, 'Ayam Bakar Bumbu Kuning', '18.000', {
    photos: 2,
    isOpen: true,
    hoursAgo: 22,
    description: 'Dibakar dengan sabut kelapa. Harga sudah dengan nasi, lalapan dan sambal.',
  }),
  plain(ampera, 'Gulai Tambusu', '18.000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 46,
    description: 'Usus isi telur dan tahu, potongannya besar-besar.',
  }),
  plain(ampera, 'Soto Padang', '18.000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 98,
    description: 'Dagingnya digoreng kering, kuahnya bening berempah, karupuak merah jangan ketinggalan.',
  }),
  plain(ampera, 'Pangek Cubadak', '10.000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 145,
    description: 'Cubadak muda dari parak sendiri. Sayur yang rasanya seperti daging.',
  }),
  plain(ampera, 'Ikan Bilih Balado', '15.000', {
    photos: 1,
    isOpen: false,
    hoursAgo: 190,
    description: 'Bilih dari Singkarak, digoreng garing lalu dibalado dengan kacang. Kiriman berikutnya hari Rabu.',
  }),
  {
    key: 'Nasi ramas ayam',
    stall: ampera,
    foodName: 'Nasi Ramas Ayam Porsi Sopir',
    dish: 'Nasi Ampera Gulai Ayam',
    price: '15rb',
    photos: 1,
    firstPhoto: 2,
    isOpen: true,
    hoursAgo: 260,
    description: 'Nasinya dobel, ayamnya satu. Untuk yang masih jauh perjalanannya.',
  },
  {
    key: 'Soto ketek',
    stall: ampera,
    foodName: 'Soto Padang Porsi Ketek',
    dish: 'Soto Padang',
    price: '12.500',
    photos: 1,
    firstPhoto: 1,
    isOpen: true,
    hoursAgo: 335,
    description: 'Untuk anak-anak dan yang baru sembuh demam.',
  },

  plain(jon, 'Sate Danguang-Danguang', '20.000', {
    photos: 3,
    isOpen: true,
    hoursAgo: 16,
    description:
      'Sepuluh tusuk daging, kuah kuning kental, katupek dan karupuak.\nBuka ba’da Magrib di depan lapangan bola. Kalau asapnya sudah tampak dari jembatan, berarti sudah boleh datang.',
  }),

  plain(baung, 'Gulai Baung', '25.000', {
    photos: 2,
    isOpen: true,
    hoursAgo: 1.7,
    description:
      'Baung Batang Kapua, masuk periuk kurang dari enam jam setelah naik dari sungai.\n\nKepala boleh diminta, tapi siapa cepat dia dapat.',
  }),
  plain(baung, 'Pangek Ikan', '18.000', {
    photos: 1,
    isOpen: false,
    hoursAgo: 29,
    description: 'Dimasak dengan asam kandis sampai kuahnya kering di ikan. Hari ini habis untuk pesanan alek.',
  }),
  plain(baung, 'Samba Lado Tanak', '8.000', {
    photos: 1,
    isOpen: false,
    hoursAgo: 118,
    description: 'Lado, santan, teri dan petai. Nasi panas saja sudah cukup sebagai teman.',
  }),

  plain(ros, 'Anyang Paku', '7.000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 4.1,
    description: 'Pucuk paku dari tepi sungai, kelapa sangrai, jeruk nipis. Segar, asal dimakan hari ini juga.',
  }),
  plain(ros, 'Lapek Bugih', '6.000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 52.5,
    description: 'Katan hitam dengan inti kelapa dan gula enau. Enam ribu dapat tiga.',
  }),
  plain(ros, 'Ampiang Dadiah', '15.000', {
    photos: 2,
    isOpen: true,
    hoursAgo: 214,
    description:
      'Dadiah dalam bambu dari kerbau Etek sendiri, ampiang dan saka cair. Hanya ada kalau kerbaunya sedang mau.',
  }),

  plain(upiak, 'Katupek Gulai Paku', '10.000', {
    photos: 2,
    isOpen: true,
    hoursAgo: 0.6,
    description: 'Katupek daun kelapa, gulai paku dan karupuak merah. Dari dulu begini, dan akan tetap begini.',
  }),
  plain(upiak, 'Lamang Tapai', '10.000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 69,
    description: 'Lamang bambu dua ruas, tapai katan hitam tiga malam. Ada hari Jumat dan Sabtu saja.',
  }),
  plain(upiak, 'Pinyaram', '10000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 122,
    description: 'Sepuluh ribu dapat enam. Pinggirnya garing, tengahnya lembut.',
  }),

  plain(kawa, 'Kawa Daun', '7.000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 6.6,
    description: 'Daun kopi diasap, diseduh dalam perian, diminum dari sayak. Godok sepiring kecil sudah termasuk.',
  }),

  plain(galamai, 'Galamai', '25.000', {
    photos: 2,
    isOpen: true,
    hoursAgo: 9,
    description:
      'Diaduk enam jam dalam kancah, pakai santan kental dan saka asli.\nSekotak setengah kilo, tahan dua minggu tanpa kulkas.',
  }),
  plain(galamai, 'Batiah', '12.000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 94,
    description: 'Katan dijemur dua hari lalu digoreng mengembang, dihias saka. Bungkus isi delapan.',
  }),
  plain(galamai, 'Bareh Randang', '15.000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 238,
    description: 'Tepung beras randang, gula dan santan. Tiga warna, manisnya pas untuk kopi pahit.',
  }),

  plain(datuak, 'Martabak Kubang', '25.000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 288,
    description: 'Isi daging dan daun bawang, kuah cuko dengan bawang merah.',
  }),

  plain(tungku, 'Teh Talua', '10.000', {
    photos: 2,
    isOpen: true,
    hoursAgo: 12.5,
    description:
      'Kuning telur ayam kampung dikocok sampai berdiri, teh panas, susu, sedikit asam. Obat lelah nomor satu.',
  }),
  plain(tungku, 'Es Tebak', '10.000', {
    photos: 1,
    isOpen: true,
    hoursAgo: 48.3,
    description: 'Tebak merah-hijau, tapai, kolang-kaling, es serut dan sirup.',
  }),
  {
    key: 'Es tebak jumbo',
    stall: tungku,
    foodName: 'Es Tebak Jumbo, bisa tambah durian kalau lagi musim di Durian Tinggi',
    dish: 'Es Tebak',
    price: '10.000-15.000',
    photos: 1,
    firstPhoto: 1,
    isOpen: true,
    hoursAgo: 410,
    description: 'Harga tergantung durian.',
  },
];

/** What an admin posts for everybody: no stall, an optional source name and link. */
export type Notice = Omit<Dish, 'stall'> & { sellerName: string | null; linkUrl: string | null };

export const notices: readonly Notice[] = [
  {
    key: 'Takjil Jumat Berkah',
    foodName: 'Takjil Jumat Berkah',
    dish: 'Takjil Jumat Berkah',
    price: 'Gratis',
    photos: 2,
    isOpen: true,
    hoursAgo: 7.5,
    sellerName: 'Surau Gadang Muaro Paiti',
    linkUrl: 'https://id.wikipedia.org/wiki/Takjil',
    description:
      'Kolak, godok, kurma dan es untuk siapa saja, setiap Jumat sore di halaman surau.\n\nYang mau menyumbang boleh langsung ke Uni Eli atau kirim pesan ke pengurus.',
  },
];
