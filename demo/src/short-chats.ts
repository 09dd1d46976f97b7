import type { Message } from './chat.ts';

/** A short conversation that the buyer opened; the first message may ask about a dish (its key in dishes.ts). */
type ShortChat = {
  buyer: string;
  seller: string;
  about?: string;
  /** The last messages, which one of the two has not read. */
  unread?: { by: 'buyer' | 'seller'; count: number };
  messages: readonly Message[];
};

/** `>` is the buyer, `<` the seller; a few minutes between lines. */
const talk = (beganHoursAgo: number, lines: readonly string[]): Message[] =>
  lines.map((line, index) => ({
    from: line.startsWith('>') ? 'buyer' : 'seller',
    text: line.slice(2),
    hoursAgo: beganHoursAgo - (index * 4) / 60,
  }));

const penjual = 'penjual@lapau.test';
const pembeli = 'pembeli@lapau.test';

export const shortChats: readonly ShortChat[] = [
  {
    buyer: 'fajri@lapau.test',
    seller: penjual,
    about: 'Itiak Lado Mudo',
    unread: { by: 'seller', count: 2 },
    messages: talk(1.1, [
      '> Mak, itiaknya masih ado?',
      '< Masih, tingga tigo potong',
      '> Simpan duo yo Mak, ambo japuik pukua satu',
      '> Ladonyo agak banyak, Mak',
    ]),
  },
  {
    buyer: 'wati@lapau.test',
    seller: penjual,
    messages: talk(52, [
      '> Mak Itam, besok terima pesanan nasi bungkus untuk rapat sekolah?',
      '< Bisa Bu Desi, berapa bungkus?',
      '> 25 bungkus, randang semua',
      '< Siap. Pukul 11 sudah Amai ikat',
      '> Terima kasih banyak Mak 🙏',
    ]),
  },
  {
    buyer: pembeli,
    seller: 'baung@lapau.test',
    about: 'Gulai Baung',
    unread: { by: 'buyer', count: 1 },
    messages: talk(3.2, [
      '> Da, gulai baungnya pakai asam kandis atau belimbing?',
      '< Balimbiang, Yus. Baru dipatiak di balakang pondok',
    ]),
  },
  {
    buyer: pembeli,
    seller: 'ampera@lapau.test',
    messages: talk(74, [
      '> Pak, pukul berapa tutup malam ini?',
      '< Pukul 9. Kalau hujan, lebih cepat',
      '> Baik Pak, kami sampai sebelum Isya',
    ]),
  },
];
