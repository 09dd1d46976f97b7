import { sql } from 'kysely';
import { buildMember } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expect, test } from './support/story.ts';
import { toastsOf } from './support/toasts.ts';

test.use({ expectedErrors: /50[03].*(update_profile|get_saved_posts)/ });

/** The line of the log that has the code which a person reads out to the admin. */
async function lineOf(lapau: Lapau, code: string) {
  const find = () =>
    lapau
      .printed()
      .split('\n')
      .find((line) => line.includes(`"reference":"${code}"`));
  await expect.poll(find).toBeDefined();
  return JSON.parse(find() ?? '') as object;
}

const codeIn = (text: string | null) => /Kode: (\w{4})\b/.exec(text ?? '')?.[1] ?? 'none';

test('a write that the server fails at names a code, by which its log has the cause', async ({ lapau, open }) => {
  const member = await buildMember(lapau);
  await sql`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'a planted fault'; end $$`.execute(
    lapau.db,
  );
  await sql
    .raw(`create trigger fail before update on profiles for each row when (new.id = '${member.id}')
    execute function fail()`)
    .execute(lapau.db);
  try {
    const page = await open('/profile', member);
    await page.getByLabel('Nomor HP').fill('0812-0000-0002');
    await page.getByRole('button', { name: 'Simpan', exact: true }).tap();
    const toast = toastsOf(page).filter({ hasText: 'Gagal memperbarui profil.' });
    await expect(toast).toContainText('Kode: ');
    const code = codeIn(await toast.textContent());
    expect(await lineOf(lapau, code)).toMatchObject({
      msg: 'request failed',
      url: '/rpc/update_profile',
      err: { message: 'a planted fault' },
    });
  } finally {
    await sql`drop trigger fail on profiles`.execute(lapau.db);
    await sql`drop function fail`.execute(lapau.db);
  }
});

test('a screen that the server fails at names the code of its last try beneath the text', async ({ lapau, open }) => {
  const page = await open('/profile', await buildMember(lapau));
  await page.clock.install();
  await sql`alter table saved_posts rename to saved_posts_away`.execute(lapau.db);
  try {
    await page.getByRole('link', { name: 'Postingan Tersimpan' }).tap();
    const code = page.getByRole('main').getByText(/^Kode: \w{4}$/);
    await expect(async () => {
      await page.clock.fastForward(1000);
      await expect(code).toBeVisible({ timeout: 100 });
    }).toPass();
    await expect(page.getByText('Terjadi kesalahan pada server. Coba lagi sebentar lagi.')).toBeVisible();
    expect(codeIn(await code.textContent())).not.toBe('none');
  } finally {
    await sql`alter table saved_posts_away rename to saved_posts`.execute(lapau.db);
  }
  await page.getByRole('button', { name: 'Coba lagi' }).tap();
  await expect(page.getByText(/^Kode: /)).toBeHidden();
});
