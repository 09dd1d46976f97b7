import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildMember, buildSeller } from '../server/src/testing/builders.ts';
import { startLapauProcess } from '../server/src/testing/stories.ts';
import { choosePhotos, smallPhoto, storePhoto } from './support/photos.ts';
import { expect, stretchTimers, test, toastTimer } from './support/story.ts';

/** All descendants of a process, from /proc (proc(5)). */
async function descendants(ancestor: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The second field is a name in parentheses that may contain any character.
    const [, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    if (parent) parents.set(Number(name), Number(parent));
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0;
    return parent === ancestor || (parent > 1 && isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

const isAlive = async (pid: number): Promise<boolean> => {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return !/\) [ZX]/.test(status);
};

test('a server that is killed while people post has all that it acknowledged, and nothing incomplete', async ({
  browser,
}) => {
  const first = await startLapauProcess();
  let current = first;
  const started: number[] = [];
  try {
    const seller = await buildSeller(first);
    const page = await browser.newPage({ baseURL: first.url });
    const [name = '', value = ''] = seller.cookie.split('=', 2);
    await page.addInitScript(stretchTimers, toastTimer);
    await page.context().addCookies([{ name, value, url: first.url, httpOnly: true, sameSite: 'Lax' }]);
    await page.goto('/my-warung/tambah-menu');
    await choosePhotos(page, await smallPhoto());
    await page.getByLabel('Nama').fill('Gulai Baung');
    await page.getByLabel('Harga').fill('15000');
    await expect(page.getByText('Terunggah', { exact: true })).toBeVisible();

    // Other people upload and post at the same moment.
    const images = [await storePhoto(first, seller)];
    const acknowledged: string[] = [];
    const post = async (food_name: string) => {
      const post = { id: crypto.randomUUID(), food_name, price: '1', images };
      await first.call('create_post', post, seller).then(
        () => acknowledged.push(food_name),
        () => undefined,
      );
    };
    const names = Array.from({ length: 60 }, (_, index) => `Sate ${index}`);
    const others = [
      ...names.map(post),
      ...names.slice(0, 10).map(() => storePhoto(first, seller).catch(() => undefined)),
    ];
    started.push(first.pid, ...(await descendants(first.pid)));
    await page.getByRole('button', { name: 'Posting' }).click();
    await expect(page.getByText('Postingan baru berhasil ditambahkan!')).toBeVisible();
    await first.kill();
    await Promise.all(others);
    await page.close();

    current = await startLapauProcess(first.dataFolder);
    started.push(current.pid, ...(await descendants(current.pid)));
    const rows = await current.db.selectFrom('posts').select(['food_name', 'images']).execute();
    const found = rows.map((row) => row.food_name);
    expect(found).toEqual(expect.arrayContaining(['Gulai Baung', ...acknowledged]));
    expect(new Set(found).size).toBe(found.length);
    const neighbour = await buildMember(current);
    const feed = await current.call('get_feed', { search_term: 'Gulai Baung' }, neighbour);
    expect(feed.map((one) => one.foodName)).toEqual(['Gulai Baung']);

    // Every photo that a post names can be decoded, and every row of `files` has its files.
    for (const { path: photo } of await current.db.selectFrom('files').select('path').execute()) {
      for (const width of ['', '.320', '.640']) {
        const file = await current.request(`/storage/posts/${photo.replace('.webp', `${width}.webp`)}`);
        expect(file.status).toBe(200);
      }
    }
    // Unfinished uploads have left nothing in the data folder.
    expect((await readdir(current.dataFolder)).filter((entry) => entry.startsWith('.upload'))).toEqual([]);
    expect(await readdir(path.join(current.dataFolder, 'files', 'posts'))).toEqual([seller.id]);
  } finally {
    await current.stop();
  }
  for (const pid of started) await expect.poll(() => isAlive(pid)).toBe(false);
});
