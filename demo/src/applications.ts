import type { ApplicationField } from '@lapau/contract/applications';
import type { Nagari } from './nagari.ts';

type Application = {
  by: string;
  warungName: string;
  description: string;
  phone: string;
  street: string;
  nagari: Nagari;
  daysAgo: number;
  status: 'pending' | 'rejected';
  rejected?: { reason: string; field: ApplicationField };
  sampleDish: string;
};

/** Three pending applications and a rejected one; one of the three applicants was rejected before. `by` is an e-mail. */
export const applications: readonly Application[] = [
  {
    by: 'dayat@lapau.test',
    warungName: 'Soto Dayat',
    description: 'Soto untuk sarapan, buka setelah Subuh.',
    phone: '0810-0000-0037',
    street: 'Jorong Tanjung Bungo',
    nagari: 'Koto Lamo',
    daysAgo: 16,
    status: 'rejected',
    rejected: {
      reason: 'Foto warung gelap dan warungnya tidak terlihat. Ambil lagi siang hari, dari depan.',
      field: 'warung_avatar_url',
    },
    sampleDish: 'Soto Padang',
  },
  {
    by: 'gadih@lapau.test',
    warungName: 'Es',
    description: '',
    phone: '0810-0000-0036',
    street: 'Jorong Bintungan Sati',
    nagari: 'Durian Tinggi',
    daysAgo: 12,
    status: 'rejected',
    rejected: { reason: 'Nama warung terlalu pendek. Tulis nama yang dikenal orang.', field: 'warung_name' },
    sampleDish: 'Es Tebak',
  },
  {
    by: 'gadih@lapau.test',
    warungName: 'Es Tebak Puti',
    description:
      'Es tebak dan ampiang dadiah, setiap sore di simpang Bintungan Sati. Nama dan foto sudah saya perbaiki, Pak.',
    phone: '0810-0000-0036',
    street: 'Jorong Bintungan Sati, simpang tigo',
    nagari: 'Durian Tinggi',
    daysAgo: 2,
    status: 'pending',
    sampleDish: 'Ampiang Dadiah',
  },
  {
    by: 'neti@lapau.test',
    warungName: 'Dapua Uni Neti',
    description: 'Katering kecil untuk alek dan takziah. Randang, dendeng, samba lado tanak.',
    phone: '0810-0000-0038',
    street: 'Jorong Lolo',
    nagari: 'Koto Lamo',
    daysAgo: 1,
    status: 'pending',
    sampleDish: 'Dendeng Batokok',
  },
  {
    by: 'ronal@lapau.test',
    warungName: 'Ayam Bakar Ronal',
    description: 'Ayam bakar tiap malam Minggu, bisa antar sekitar Lubuak Alai.',
    phone: '0810-0000-0033',
    street: 'Jorong Alai Baru',
    nagari: 'Lubuak Alai',
    daysAgo: 0.3,
    status: 'pending',
    sampleDish: 'Ayam Bakar Bumbu Kuning',
  },
];
