import { expect, test } from 'vitest';
import { claimsOffice } from './rules-office.ts';

const site = 'Pasar Kapur';

test.each([
  ['a word for it', ['Admin', 'ADMIN', 'Pengelola', 'Moderator', 'Petugas', 'Administrator']],
  [
    'a word for it beside others',
    ['Admin Nagari', 'Kapur Admin', 'Petugas Lapau', '(Admin) Sari', 'Sari - Admin', 'Super Admin'],
  ],
  [
    'the site’s name and a word',
    ['Lapau Resmi', 'Resmi Lapau', 'Lapau Official', 'Tim Lapau', 'CS Lapau', 'Pasar Kapur Resmi'],
  ],
  [
    'the site’s name and who it belongs to, or where it is',
    [
      'Pengurus Lapau',
      'Pemilik Lapau',
      'Owner Lapau',
      'Lapau Owner',
      'Lapau Pusat',
      'Pasar Kapur Pusat',
      'Pendiri Lapau',
    ],
  ],
  ['the site’s name as an address', ['Lapau.id', 'lapau.com', 'Lapau App', 'PasarKapur.id']],
  ['one word of both', ['AdminLapau', 'lapauresmi', 'Admin_Lapau', 'Lapau.Official', 'AdminKapur']],
  [
    'spaces and signs between the letters',
    ['A d m i n', 'A.d.m.i.n', 'A-d-m-i-n Kapur', 'Ad min', 'P e n g e l o l a Nagari'],
  ],
  ['digits and signs for letters', ['Adm1n', '4dm1n', 'Adm!n', '@dmin Kapur', 'P3ngelola', 'Moder4tor', '🅰dmin']],
  ['a number or a sign after it', ['Admin2', 'Admin 2', 'Admin✅', '✅Admin', 'Admin.']],
  [
    'a number before it or between',
    ['1Admin', '1admin2', '007 Admin', 'Admin1Nagari', 'admin1nagari', 'Adm1n3Nagari', 'Nagari1admin', 'Lapau1Resmi'],
  ],
  [
    'signs that are not shown',
    [
      'Admin\ufe0fNagari',
      'Adm\ufe0fin',
      'Ad\u034fmin Nagari',
      'Nagari\u2060Admin',
      'admin\u3164nagari',
      'Lapau\ufe0fResmi',
    ],
  ],
  [
    'letters that look like them',
    ['Аdmin', 'ＡＤＭＩＮ', 'Aclmin', 'Ádmin', '𝓐𝓭𝓶𝓲𝓷', 'Ⓐⓓⓜⓘⓝ', 'adm\u200bin', 'Addmin', 'Admiin'],
  ],
])('an office is claimed by %s', (_how, names) => {
  expect(names.filter((name) => !claimsOffice(name, site))).toEqual([]);
});

test.each([
  [
    'names that contain such letters',
    ['Admina', 'Adminah', 'Minang', 'Aminah', 'Resmiati', 'Kelola', 'Amin', 'Min', 'Uda Admi'],
  ],
  [
    'a woman’s name, and what is said of food',
    ['Resmi', 'Lapau Bu Resmi', 'Warung Resmi Jaya', 'Lapau Asli', 'Rasa Asli Minang'],
  ],
  [
    'stalls',
    [
      'Lapau Mak Itam',
      'Lapau',
      'Lapau Timur',
      'Uda Jon Cs',
      'Kopi Operator',
      'Warung Layanan Cepat',
      'Lapau Tim Tam',
      'Lapau Idola',
      'Lapau Ida',
      'Lapau 99',
      'Kedai Kopi 24 Jam',
      'Pusat Oleh-Oleh',
      'Warung Pemilik Rasa',
    ],
  ],
  ['names without Latin letters', ['山田', 'محمد', '🍛', '']],
])('no office is claimed by %s', (_what, names) => {
  expect(names.filter((name) => claimsOffice(name, site))).toEqual([]);
});
