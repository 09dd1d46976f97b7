import { menu, notices } from './dishes.ts';
import { buyers, owners } from './people.ts';
import { seededRandom } from './pictures/random.ts';

/** A comment on a post (its key). `replyTo` is the id of any earlier comment on it, also of a reply. `by` is an e-mail. */
export type Comment = { id: string; on: string; by: string; text: string; replyTo?: string; minutesAfterPost: number };

export const comments: readonly Comment[] = [
  {
    id: 'r1',
    on: 'Randang Dagiang',
    by: 'pembeli@lapau.test',
    text: 'Mak, masih ada untuk makan siang? Mau bungkus dua.',
    minutesAfterPost: 3,
  },
  {
    id: 'r2',
    on: 'Randang Dagiang',
    by: 'penjual@lapau.test',
    replyTo: 'r1',
    text: 'Masih, Yus. Amai sisihkan dua, jemput sebelum Zuhur.',
    minutesAfterPost: 5,
  },
  {
    id: 'r3',
    on: 'Randang Dagiang',
    by: 'fajri@lapau.test',
    replyTo: 'r2',
    text: 'Sisihkan satu untuk saya juga Mak, yang banyak dedaknya!',
    minutesAfterPost: 8,
  },
  {
    id: 'r4',
    on: 'Randang Dagiang',
    by: 'penjual@lapau.test',
    replyTo: 'r3',
    text: 'Jadi. Tapi utang minggu lalu dibawa sekalian.',
    minutesAfterPost: 9,
  },
  {
    id: 'r5',
    on: 'Randang Dagiang',
    by: 'wati@lapau.test',
    text: 'Bisa kirim ke Pekanbaru, Mak? Anak saya kos di sana, katanya rindu randang amai.',
    minutesAfterPost: 14,
  },
  {
    id: 'r6',
    on: 'Randang Dagiang',
    by: 'penjual@lapau.test',
    replyTo: 'r5',
    text: 'Bisa, per kilo divakum. Kirim pesan saja ke Amai.',
    minutesAfterPost: 17,
  },
  { id: 'r7', on: 'Randang Dagiang', by: 'buyuang@lapau.test', text: 'Lamak bana.', minutesAfterPost: 20 },
  { id: 'l1', on: 'Lontong Gulai Cubadak', by: 'fajri@lapau.test', text: 'Otw, Ni!', minutesAfterPost: 2 },
  { id: 'g1', on: 'Gulai Baung', by: 'ronal@lapau.test', text: 'Kepalanya masih ada, Pak?', minutesAfterPost: 12 },
  {
    id: 'g2',
    on: 'Gulai Baung',
    by: 'baung@lapau.test',
    replyTo: 'g1',
    text: 'Sudah dipesan orang Koto Bangun. Besok ya, Nal.',
    minutesAfterPost: 26,
  },
  {
    id: 'g3',
    on: 'Gulai Baung',
    by: 'siti@lapau.test',
    text: 'Kuahnya kental sekali kelihatannya. Pedas tidak, Pak? Untuk anak lima tahun.',
    minutesAfterPost: 40,
  },
  {
    id: 'k1',
    on: 'Katupek Gulai Paku',
    by: 'siti@lapau.test',
    text: 'Sehat-sehat terus, Nek. Katupeknya paling enak se-Kapur IX.',
    minutesAfterPost: 11,
  },
  {
    id: 'k2',
    on: 'Katupek Gulai Paku',
    by: 'upiak@lapau.test',
    replyTo: 'k1',
    text: 'Aamiin. Nenek titip salam untuk mandeh, kata beliau.',
    minutesAfterPost: 19,
  },
  {
    id: 'b1',
    on: 'Bubua Kampiun',
    by: 'wati@lapau.test',
    text: 'Katan hitamnya boleh dilebihkan?',
    minutesAfterPost: 15,
  },
  {
    id: 'b2',
    on: 'Bubua Kampiun',
    by: 'eli@lapau.test',
    replyTo: 'b1',
    text: 'Boleh, tambah seribu saja.',
    minutesAfterPost: 21,
  },
  { id: 's1', on: 'Sate Danguang-Danguang', by: 'ucok@lapau.test', text: 'Malam ini buka, Da?', minutesAfterPost: 90 },
  {
    id: 's2',
    on: 'Sate Danguang-Danguang',
    by: 'jon@lapau.test',
    replyTo: 's1',
    text: 'Tutup dulu, Cok. Mertua baralek. Besok insya Allah.',
    minutesAfterPost: 130,
  },
  {
    id: 's3',
    on: 'Sate Danguang-Danguang',
    by: 'pembeli@lapau.test',
    text: 'Dua bungkus untuk besok, satu jangan pakai bawang goreng ya Da.',
    minutesAfterPost: 300,
  },
  {
    id: 't1',
    on: 'Teh Talua',
    by: 'dayat@lapau.test',
    text: 'Sudah dicoba di banyak kadai, yang ini tidak amis sama sekali.',
    minutesAfterPost: 140,
  },
  {
    id: 'm1',
    on: 'Galamai',
    by: 'neti@lapau.test',
    text: 'Pesan tiga kotak untuk hari Ahad, Bundo. Diambil suami.',
    minutesAfterPost: 75,
  },
  {
    id: 'm2',
    on: 'Galamai',
    by: 'galamai@lapau.test',
    replyTo: 'm1',
    text: 'Sudah Bundo catat. Yang polos atau pakai kacang?',
    minutesAfterPost: 92,
  },
  {
    id: 'm3',
    on: 'Galamai',
    by: 'neti@lapau.test',
    replyTo: 'm2',
    text: 'Dua kacang, satu polos.',
    minutesAfterPost: 95,
  },
  {
    id: 'j1',
    on: 'Takjil Jumat Berkah',
    by: 'gadih@lapau.test',
    text: 'Alhamdulillah, semoga berkah untuk semua yang membantu.',
    minutesAfterPost: 35,
  },
  {
    id: 'j2',
    on: 'Takjil Jumat Berkah',
    by: 'eli@lapau.test',
    text: 'Yang mau bantu mengacau kolak, ditunggu pukul tiga di dapua surau.',
    minutesAfterPost: 60,
  },
  {
    id: 'i1',
    on: 'Ikan Bilih Balado',
    by: 'buyuang@lapau.test',
    text: 'Kalau sudah datang bilihnya, kabari di sini ya Pak.',
    minutesAfterPost: 600,
  },
];

export type Report = { by: string; on: string; reason: string };

/** Two reports are about one post, one is about a post that its owner deletes afterwards, and one about another post. */
export const reports: readonly Report[] = [
  {
    by: 'fajri@lapau.test',
    on: 'Es tebak jumbo',
    reason: 'Harga di kadai dua puluh ribu, tidak sama dengan yang ditulis.',
  },
  { by: 'gadih@lapau.test', on: 'Es tebak jumbo', reason: 'Judulnya terlalu panjang dan durian sedang tidak musim.' },
  { by: 'pembeli@lapau.test', on: 'Sisa', reason: 'Makanan kemarin dijual lagi, nanti ada yang sakit perut.' },
  { by: 'ronal@lapau.test', on: 'Ikan Bilih Balado', reason: 'Fotonya seperti bukan dari warung ini.' },
];

export type Mark = { on: string; by: string };

/** Chooses who likes, saves or opens which dish, the same on every machine. The newest dishes and the famous ones are chosen most. */
function marks(kind: string, share: number): Mark[] {
  const famous = new Set(['Randang Dagiang', 'Gulai Baung', 'Bubua Kampiun', 'Sate Danguang-Danguang', 'Teh Talua']);
  const people = [...buyers, ...owners].filter(({ suspended }) => suspended === undefined);
  return [...menu, ...notices]
    .filter(({ deleted }) => deleted !== true)
    .flatMap(({ key }) => {
      const random = seededRandom(`${kind} ${key}`);
      const chance = famous.has(key) ? Math.min(0.95, share * 2.2) : share * random.between(0.1, 1.3);
      return people.filter(() => random.next() < chance).map(({ email }) => ({ on: key, by: email }));
    });
}

export const likes: readonly Mark[] = marks('like', 0.38);
export const saves: readonly Mark[] = marks('save', 0.09);
/** Which people have opened which dishes, each at most once. */
export const views: readonly Mark[] = marks('view', 0.6);
