import type { Nagari } from './nagari.ts';

/**
 * Someone with an account. `portrait` is the seed of drawPersonAvatar, null for people who never chose a picture.
 * Stall owners start as members and become penjual by their application, as everyone does.
 */
export type Person = {
  email: string;
  fullName: string;
  phone: string;
  nagari: Nagari;
  address: string;
  kecamatan: string;
  portrait: string | null;
  /** Why an admin has suspended the account. */
  suspended?: string;
};

export const admin: Person = {
  email: 'admin@lapau.test',
  fullName: 'Hendra Saputra',
  phone: '0810-0000-0001',
  nagari: 'Muaro Paiti',
  address: 'Jorong Kampuang Dalam, dekat Balai Adat',
  kecamatan: 'Kapur IX',
  portrait: 'man Hendra',
};

/** The owners of the stalls, in the order of stalls.ts. */
export const owners: readonly Person[] = [
  {
    email: 'penjual@lapau.test',
    fullName: 'Mardiah Caniago',
    phone: '0810-0000-0011',
    nagari: 'Muaro Paiti',
    address: 'Jorong Kampuang Dalam',
    kecamatan: 'Kapur IX',
    portrait: 'woman Mardiah',
  },
  {
    email: 'eli@lapau.test',
    fullName: 'Elimarni Piliang',
    phone: '0810-0000-0012',
    nagari: 'Muaro Paiti',
    address: 'Jorong Kampuang Baru, sabalah surau',
    kecamatan: 'kapur 9',
    portrait: 'woman Elimarni',
  },
  {
    email: 'ampera@lapau.test',
    fullName: 'Zulkifli Tanjung',
    phone: '0810-0000-0013',
    nagari: 'Koto Bangun',
    address: 'Jorong Simpang',
    kecamatan: ' KAPUR SEMBILAN ',
    portrait: 'man Zulkifli',
  },
  {
    email: 'jon@lapau.test',
    fullName: 'Jon Hendri',
    phone: '0810-0000-0014',
    nagari: 'Koto Bangun',
    address: 'Jorong Pulau Sialang',
    kecamatan: 'Kec. Kapur IX',
    portrait: 'man Jon',
  },
  {
    email: 'baung@lapau.test',
    fullName: 'Syafrizal Dt. Paduko Rajo',
    phone: '0810-0000-0015',
    nagari: 'Lubuak Alai',
    address: 'Jorong Suka Karya, tapi Batang Kapua',
    kecamatan: 'Kapur IX',
    portrait: 'man Syafrizal',
  },
  {
    email: 'ros@lapau.test',
    fullName: 'Rosmaniar',
    phone: '0810-0000-0016',
    nagari: 'Lubuak Alai',
    address: 'Jorong Balai Tangah',
    kecamatan: 'kapur 9',
    portrait: 'woman Rosmaniar',
  },
  {
    email: 'upiak@lapau.test',
    fullName: 'Nurbaiti',
    phone: '0810-0000-0017',
    nagari: 'Sialang',
    address: 'Jorong Sialang Bawah',
    kecamatan: 'Kapur IX',
    portrait: 'woman Nurbaiti',
  },
  {
    email: 'kawa@lapau.test',
    fullName: 'Afrizal Koto',
    phone: '0810-0000-0018',
    nagari: 'Sialang',
    address: 'Jorong Sialang Ateh',
    kecamatan: 'Kec. Kapur IX',
    portrait: null,
  },
  {
    email: 'galamai@lapau.test',
    fullName: 'Yulinar Sikumbang',
    phone: '0810-0000-0019',
    nagari: 'Galugua',
    address: 'Jorong Koto Tangah',
    kecamatan: 'kapur 9',
    portrait: 'woman Yulinar',
  },
  {
    email: 'datuak@lapau.test',
    fullName: 'Bustami Dt. Rajo Mangkuto',
    phone: '0810-0000-0020',
    nagari: 'Durian Tinggi',
    address: 'Jorong Cinta Maju',
    kecamatan: 'Kapur IX',
    portrait: null,
  },
  {
    email: 'lamang@lapau.test',
    fullName: 'Asnidar',
    phone: '0810-0000-0021',
    nagari: 'Koto Lamo',
    address: 'Jorong Koto Tuo',
    kecamatan: ' KAPUR SEMBILAN ',
    portrait: 'woman Asnidar',
  },
  {
    email: 'tungku@lapau.test',
    fullName: 'Ramli Jambak',
    phone: '0810-0000-0022',
    nagari: 'Muaro Paiti',
    address: 'Jorong Koto Tinggi',
    kecamatan: 'Kapur IX',
    portrait: 'man Ramli',
  },
];

/** The two members of accounts.ts, then ten others. */
export const buyers: readonly Person[] = [
  {
    email: 'pembeli@lapau.test',
    fullName: 'Yusnidar',
    phone: '0810-0000-0002',
    nagari: 'Muaro Paiti',
    address: 'Jorong Sungai Panjang Indah No. 7',
    kecamatan: 'kapur 9',
    portrait: 'woman Yusnidar',
  },
  {
    email: 'ditangguhkan@lapau.test',
    fullName: 'Riko Pratama',
    phone: '0810-0000-0003',
    nagari: 'Koto Bangun',
    address: 'Jorong Kampung Baru',
    kecamatan: 'Kapur IX',
    portrait: null,
    suspended: 'Kata-kata kasar di kolom komentar, sudah dua kali diingatkan.',
  },
  {
    email: 'fajri@lapau.test',
    fullName: 'Muhammad Fajri',
    phone: '0810-0000-0031',
    nagari: 'Muaro Paiti',
    address: 'Jorong Kampuang Baru',
    kecamatan: 'Kapur IX',
    portrait: 'man Fajri',
  },
  {
    email: 'wati@lapau.test',
    fullName: 'Desi Ratnawati',
    phone: '0810-0000-0032',
    nagari: 'Koto Bangun',
    address: 'Jorong Simpang, balakang SD',
    kecamatan: 'Kec. Kapur IX',
    portrait: 'woman Desi',
  },
  {
    email: 'ronal@lapau.test',
    fullName: 'Ronal Efendi',
    phone: '0810-0000-0033',
    nagari: 'Lubuak Alai',
    address: 'Jorong Alai Baru',
    kecamatan: 'Kapur IX',
    portrait: 'man Ronal',
  },
  {
    email: 'siti@lapau.test',
    fullName: 'Siti Aminah',
    phone: '0810-0000-0034',
    nagari: 'Sialang',
    address: 'Jorong Lubuk Koto',
    kecamatan: ' KAPUR SEMBILAN ',
    portrait: 'woman Siti',
  },
  {
    email: 'buyuang@lapau.test',
    fullName: 'Buyuang Sutan Sati',
    phone: '0810-0000-0035',
    nagari: 'Galugua',
    address: 'Jorong Morgan',
    kecamatan: 'kapur 9',
    portrait: null,
  },
  {
    email: 'gadih@lapau.test',
    fullName: 'Gadih Puti Rahmadani',
    phone: '0810-0000-0036',
    nagari: 'Durian Tinggi',
    address: 'Jorong Bintungan Sati',
    kecamatan: 'Kapur IX',
    portrait: 'woman Gadih',
  },
  {
    email: 'dayat@lapau.test',
    fullName: 'Hidayatullah',
    phone: '0810-0000-0037',
    nagari: 'Koto Lamo',
    address: 'Jorong Tanjung Bungo',
    kecamatan: 'Kapur IX',
    portrait: null,
  },
  {
    email: 'neti@lapau.test',
    fullName: 'Neti Herawati',
    phone: '0810-0000-0038',
    nagari: 'Koto Lamo',
    address: 'Jorong Lolo',
    kecamatan: 'Kec. Kapur IX',
    portrait: 'woman Neti',
  },
  {
    email: 'ucok@lapau.test',
    fullName: 'Rahmat Ucok Siregar',
    phone: '0810-0000-0039',
    nagari: 'Galugua',
    address: 'Jorong Tanjung Jajaran',
    kecamatan: 'Kapur IX',
    portrait: 'man Ucok',
  },
  {
    email: 'tukangspam@lapau.test',
    fullName: 'Doni Alamsyah',
    phone: '0810-0000-0040',
    nagari: 'Koto Bangun',
    address: 'Jorong Pulau Sialang',
    kecamatan: 'kapur 9',
    portrait: null,
    suspended: 'Iklan atau kiriman yang berulang-ulang.',
  },
];
