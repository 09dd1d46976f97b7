import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { applications } from './applications.ts';
import { emptyChat, longChat, messages } from './chat.ts';
import { menu, notices } from './dishes.ts';
import { comments, likes, reports, saves, views } from './interactions.ts';
import { nagari } from './nagari.ts';
import { admin, buyers, owners } from './people.ts';
import { drawPersonAvatar, drawStallAvatar } from './pictures/avatars.ts';
import { drawBanner } from './pictures/banners.ts';
import { drawableDishes, drawDish } from './pictures/draw.ts';
import { banners } from './settings.ts';
import { stalls } from './stalls.ts';

/** Every dish of the village with the price its menu must carry. */
const prices: Record<string, string> = {
  'Katupek Gulai Paku': '10.000',
  'Katupek Pical': '10.000',
  'Lontong Gulai Cubadak': '10.000',
  'Nasi Ampera Gulai Ayam': '18.000',
  'Nasi Ramas Asam Padeh': '17.000',
  'Randang Dagiang': '22.000',
  'Randang Talua': '15.000',
  'Itiak Lado Mudo': '28.000',
  'Sate Danguang-Danguang': '20.000',
  'Pangek Cubadak': '10.000',
  'Pangek Ikan': '18.000',
  'Gulai Baung': '25.000',
  'Ikan Bilih Balado': '15.000',
  'Dendeng Batokok': '23.000',
  'Ayam Bakar Bumbu Kuning': '18.000',
  'Gulai Tunjang': '25.000',
  'Gulai Tambusu': '18.000',
  'Samba Lado Tanak': '8.000',
  'Anyang Paku': '7.000',
  'Soto Padang': '18.000',
  'Martabak Kubang': '25.000',
  'Bubua Kampiun': '10.000',
  'Lamang Tapai': '10.000',
  Galamai: '25.000',
  Batiah: '12.000',
  'Bareh Randang': '15.000',
  Pinyaram: '10000',
  'Godok Pisang': '5.000',
  'Lapek Bugih': '6.000',
  'Ampiang Dadiah': '15.000',
  'Es Tebak': '10.000',
  'Teh Talua': '10.000',
  'Kawa Daun': '7.000',
  'Takjil Jumat Berkah': 'Gratis',
};
const posts = [...menu, ...notices];
const everyone = [admin, ...owners, ...buyers];
const keys = new Set(posts.map(({ key }) => key));
const emails = new Set(everyone.map(({ email }) => email));

describe('the village', () => {
  it('sells every dish at its price, odd prices among them', () => {
    expect(
      Object.fromEntries(Object.keys(prices).map((dish) => [dish, posts.find(({ key }) => key === dish)?.price])),
    ).toEqual(prices);
    for (const odd of ['mulai Rp 5.000', '15rb', '12.500', '10.000-15.000'])
      expect(posts.map(({ price }) => price)).toContain(odd);
  });

  it('draws every dish it sells', () => {
    for (const { dish } of posts) expect(drawableDishes).toContain(dish);
    expect(Object.keys(prices).every((dish) => drawableDishes.includes(dish))).toBe(true);
  });

  it('has its stalls and people', () => {
    expect(stalls).toHaveLength(12);
    expect(stalls.map(({ owner }) => owner)).toEqual(owners.map(({ email }) => email));
    expect(new Set(everyone.map(({ phone }) => phone)).size).toBe(everyone.length);
    expect(emails.size).toBe(everyone.length);
    expect(everyone.every(({ phone }) => /^0810-0000-00\d\d$/.test(phone))).toBe(true);
    expect(buyers).toHaveLength(12);
    expect(buyers.filter(({ suspended }) => suspended).map(({ email }) => email)).toEqual([
      'ditangguhkan@lapau.test',
      'tukangspam@lapau.test',
    ]);
    expect(new Set(owners.map((owner) => owner.nagari))).toEqual(new Set(Object.keys(nagari)));
  });

  it('has the stalls that are special', () => {
    const stall = (name: string) => stalls.find((one) => one.name === name)!;
    const dishesOf = (name: string) => menu.filter((dish) => dish.stall === name);
    const counts = stalls.map(({ name }) => dishesOf(name).length);
    expect(menu.every((dish) => stall(dish.stall))).toBe(true);
    expect(dishesOf('Ampera Simpang Koto')).toHaveLength(Math.max(...counts));
    expect(stalls.filter(({ isOpen }) => !isOpen).map(({ name }) => name)).toEqual(['Sate Uda Jon']);
    expect(dishesOf('Pondok Gulai Baung').some(({ isOpen }) => !isOpen)).toBe(true);
    expect(stall('Dapua Etek Ros').whatsapp).toBeNull();
    expect(stall('Kadai Uni Eli').whatsapp).toBe('+62 810-0000-0012');
    expect(stall('Kawa Daun Ateh').bio).toBeNull();
    expect(stall('Martabak Pak Datuak').suspended).not.toBeUndefined();
    expect(dishesOf('Lamang Amai Koto Lamo')).toHaveLength(0);
  });

  it('talks about what exists', () => {
    for (const { on, by } of [...comments, ...reports, ...likes, ...saves, ...views]) {
      expect(keys).toContain(on);
      expect(emails).toContain(by);
    }
    for (const [index, { on, replyTo }] of comments.entries()) {
      if (replyTo !== undefined) expect(comments.slice(0, index).find(({ id }) => id === replyTo)?.on).toBe(on);
    }
    const parents = new Map(comments.map(({ id, replyTo }) => [id, replyTo]));
    expect(comments.some(({ replyTo }) => replyTo !== undefined && parents.get(replyTo) !== undefined)).toBe(true);
    expect(reports.map(({ on }) => posts.find(({ key }) => key === on)?.deleted === true)).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  it('has a long chat in order, and an empty one', () => {
    expect(messages).toHaveLength(120);
    expect(
      messages.every(
        ({ hoursAgo }, index) => hoursAgo > 0 && (index === 0 || hoursAgo < messages[index - 1]!.hoursAgo),
      ),
    ).toBe(true);
    expect(messages.slice(-longChat.unreadByBuyer).every(({ from }) => from === 'seller')).toBe(true);
    for (const { buyer, seller } of [longChat, emptyChat])
      expect([emails.has(buyer), emails.has(seller)]).toEqual([true, true]);
  });

  it('waits for the admin', () => {
    expect(applications.filter(({ status }) => status === 'pending')).toHaveLength(3);
    expect(applications.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(new Set(applications.map(({ by }) => by)).size).toBe(4);
    expect(banners.map(({ isActive }) => isActive)).toEqual([true, false, false]);
  });
});

describe('pictures', () => {
  const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  it('are the same bytes every time, and differ by photo', async () => {
    const [first, again, second] = [
      await drawDish('Soto Padang', 0),
      await drawDish('Soto Padang', 0),
      await drawDish('Soto Padang', 1),
    ];
    expect(digest(again)).toBe(digest(first));
    expect(digest(second)).not.toBe(digest(first));
    expect(digest(await drawPersonAvatar('woman Yusnidar'))).toBe(digest(await drawPersonAvatar('woman Yusnidar')));
    expect(digest(await drawStallAvatar('Lapau Mak Itam'))).toBe(digest(await drawStallAvatar('Lapau Mak Itam')));
    await expect(drawDish('Pizza', 0)).rejects.toThrow('No picture for the dish "Pizza".');
  });

  it('are JPEGs in the shapes that screens show', async () => {
    const shape = async (bytes: Buffer) => {
      const { format, width, height } = await sharp(bytes).metadata();
      return [format, width, height];
    };
    expect(await shape(await drawDish('Teh Talua', 2))).toEqual(['jpeg', 1080, 1080]);
    expect(await shape(await drawStallAvatar('x'))).toEqual(['jpeg', 480, 480]);
    expect(await shape(await drawBanner(0))).toEqual(['jpeg', 1600, 400]);
  });
});
