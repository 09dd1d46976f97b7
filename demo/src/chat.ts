/** The long conversation: Yusnidar (a pembeli) and Mak Itam (her penjual). */
export const longChat = { buyer: 'pembeli@lapau.test', seller: 'penjual@lapau.test', unreadByBuyer: 3 } as const;
/** A conversation without messages. */
export const emptyChat = { buyer: 'pembeli@lapau.test', seller: 'eli@lapau.test' } as const;

export type Message = { from: 'buyer' | 'seller'; text: string; hoursAgo: number };

/** The days of the conversation, oldest first: time of the first message, and the lines. `>` is the buyer, `<` the seller. */
const days: readonly (readonly [beganHoursAgo: number, lines: string])[] = [
  [
    460,
    `
> Assalamualaikum Mak
< Waalaikumsalam, ini siapa ya?
> Yus Mak, anak Pak Nasrul di Sungai Panjang Indah
< Oo Yus! Lah gadang kini. Apa kabar ayah?
> Alhamdulillah sehat Mak. Sudah mulai ke ladang lagi
< Syukurlah. Sampaikan salam Amai
> Iya Mak. Mau tanya, randang per kilo berapa?
< 180 ribu yang hitam. Kalau kalio 160
> Yang hitam tahan berapa lama?
< Sebulan di luar kulkas juga tidak apa, asal sendoknya kering
> Kalau pesan 2 kilo untuk hari Sabtu bisa Mak?
< Bisa. Pesan paling lambat Kamis pagi, biar daging dipotong Jumat
> Siap Mak, Yus pesan 2 kilo ya
< Jadi. Untuk dikirim atau dimakan di rumah?
> Dikirim ke Batam Mak, untuk abang
< Kalau begitu Amai buat lebih kering
> Terima kasih Mak 🙏`,
  ],
  [
    388,
    `
< Yus, pesanan sudah masak. Mau lihat?
> Mau Mak
< Hitamnya sudah seperti arang, tapi lunak. Seharian baunya sampai ke simpang
> Waduh, jadi lapar
< Datang saja, Amai kasih cicip
> Habis Asar Yus ke sana
< Bawa wadah kalau ada
> Ada rantang Mak
< Bagus, hemat plastik
> Uangnya tunai saja ya Mak?
< Tunai boleh, transfer ke si Ujang juga boleh
> Tunai saja, 360 kan?
< 350 saja, pulus sepuluh untuk salam ke ayah
> Ya Allah Mak, terima kasih banyak`,
  ],
  [
    364,
    `
> Mak, randangnya sudah sampai ke loket. Insya Allah besok di Batam
< Alhamdulillah. Nanti kalau abang sudah makan, kabari
> Pasti Mak`,
  ],
  [
    317,
    `
> Mak! Abang bilang nangis waktu buka bungkusnya 😅
< Eh, kenapa? Pedas?
> Bukan, rindu kampuang katanya
< Hahaha. Suruh pulang lebaran nanti
> Sudah dibilang. Tapi tiket mahal
< Rezeki ada saja. Bilang Amai masakkan itiak kalau dia pulang
> Nanti makin nangis dia Mak
< Biar`,
  ],
  [
    268,
    `
> Mak, hari ini masak apa?
< Gulai tunjang, dendeng, itiak lado mudo
> Itiaknya masih?
< Masih empat potong
> Simpan dua ya Mak, Yus jemput jam 12
< Jadi. Pakai nasi?
> Tidak, nasi ada di rumah
< Lado mudonya dibanyakkan?
> Banyak Mak, tapi untuk adik jangan terlalu pedas
< Itiak mana ada yang tidak pedas Yus
> Iya juga 😄 ya sudah biar dia minum susu
< Amai tambahkan kuah gulai untuk dia
> Makasih Mak`,
  ],
  [
    262,
    `
> Mak maaf, Yus terlambat, motor bocor
< Tidak apa. Sudah Amai bungkus, ada di meja depan
> Sebentar lagi sampai
< Hati-hati, jalan dekat jembatan licin`,
  ],
  [
    195,
    `
< Yus, besok ada orang baralek pesan banyak. Kalau mau randang bilang dari sekarang
> Wah, alek siapa Mak?
< Anak Wali Jorong, yang bungsu
> Oo si Rina! Sudah mau menikah dia
< Iya, dengan orang Suliki
> Semoga langgeng. Yus pesan setengah kilo boleh?
< Boleh, ambil jam 10 jangan lewat
> Siap
< Bawa payung, kata radio hujan
> Siap lagi Mak 😄`,
  ],
  [
    171,
    `
> Mak, Yus di depan. Kok sepi?
< Amai di dapua belakang, masuk saja
> Oke
< Jangan kaget, asap banyak`,
  ],
  [
    168,
    `
> Mak, dompet Yus tertinggal di meja tidak?
< Sebentar Amai lihat
< Ada, yang warna merah?
> Iya betul! Alhamdulillah
< Amai simpan di lemari. Isinya tidak Amai lihat
> Percaya Mak. Isinya juga tidak ada 😂
< Hahaha, sama dengan dompet Amai
> Besok pagi Yus jemput ya
< Iya, sekalian sarapan`,
  ],
  [
    97,
    `
> Mak, kalau untuk 30 orang, baiknya pesan apa?
< Acara apa?
> Wirid ibu-ibu di rumah, malam Jumat
< Randang 3 kilo, anyang, samba lado tanak. Nasi masak sendiri saja biar murah
> Kira-kira berapa semuanya Mak?
< Randang 540, anyang 100, samba lado 80. Jadi 720
> Bisa kurang sedikit Mak?
< Untuk wirid Amai bulatkan 700
> Alhamdulillah, jadi Mak
< Anyang itu dari Etek Ros, Amai pesankan sekalian
> Boleh Mak, Yus percaya saja
< Jemput atau diantar?
> Kalau bisa diantar jam 5 sore
< Si Ujang yang antar, kasih uang minyak saja
> Siap, 20 cukup?
< Lebih dari cukup`,
  ],
  [
    49,
    `
< Yus, Ujang sudah jalan. Becaknya biru
> Sudah sampai Mak, masih panas semua!
< Samba lado jangan ditutup rapat, nanti basi
> Baik Mak
< Kurang apa lagi?
> Kurang Amai saja, kenapa tidak ikut wirid
< Kaki Amai sakit lagi, malam dingin
> Ya Allah, semoga cepat sehat. Besok Yus antar minyak urut
< Tidak usah repot
> Tidak repot Mak, lewat juga`,
  ],
  [
    26,
    `
> Mak, semua bilang enak. Ibu Wali minta nomor Amai
< Kasih saja, tapi suruh chat di sini, telepon Amai sering mati
> Sudah Yus tunjukkan Lapau ke ibu-ibu, langsung pada daftar 😄
< Makin ramai nanti, Amai yang pusing
> Pusing rezeki Mak
< Iya, alhamdulillah`,
  ],
  [
    0.35,
    `
> Mak, randang hari ini sudah masak?
< Baru diangkat. Amai foto tadi, ada di feed
> Sudah lihat! Yus mau dua bungkus
< Amai sisihkan dua
< Jemput sebelum Zuhur ya
< Rantang yang kemarin jangan lupa dibawa`,
  ],
];

/** The messages of the long conversation, oldest first. */
export const messages: readonly Message[] = days.flatMap(([began, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line, index): Message => ({
      from: line.startsWith('>') ? 'buyer' : 'seller',
      text: line.slice(2),
      // A few minutes between lines.
      hoursAgo: began - (index * 3 + (line.length % 3)) / 60,
    })),
);
