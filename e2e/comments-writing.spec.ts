import { buildComment, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

const question = 'السلام عليكم (2 porsi)؟';

test('what is written from right to left stands so, and names keep their place', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, {
    profile: { nagari: unique('Koto') },
    warung: { name: 'مطعم (سلمى)', bio: question },
  });
  const post = await buildPost(lapau, { user_id: seller.id, food_name: 'رندنغ (2)', description: question });
  const member = await buildMember(lapau);
  await buildComment(lapau, { post_id: post.id, user_id: member.id, content: question });
  await buildComment(lapau, { post_id: post.id, user_id: member.id, content: 'Pedas tidak?' });

  const page = await open(`/post/${post.id}`, member);
  const thread = page.getByRole('region', { name: 'Komentar' });
  await expect(thread.getByText(question)).toHaveCSS('direction', 'rtl');
  await expect(thread.getByText('Pedas tidak?')).toHaveCSS('direction', 'ltr');
  await expect(page.getByText(question).first()).toHaveCSS('direction', 'rtl');
  const dish = page.getByRole('heading', { name: 'رندنغ (2)' }).last();
  await expect(dish).toHaveCSS('direction', 'ltr');
  await expect(dish.locator('bdi')).toHaveCSS('direction', 'rtl');
  const input = page.getByPlaceholder('Tulis komentar...');
  await input.fill(question);
  await expect(input).toHaveCSS('direction', 'rtl');
  await input.fill('');

  await page.goto(`/warungs/${seller.id}`);
  await expect(page.getByText(question)).toHaveCSS('direction', 'rtl');
  await page.goto(`/?nagari=${encodeURIComponent(seller.nagari)}`);
  await expect(page.getByText(question)).toHaveCSS('direction', 'rtl');
});

test('marks piled on letters are drawn over nothing that stands beside their text', async ({ lapau, open }) => {
  const piled = Array.from('Gu', (letter) => letter + '\u0300\u0323'.repeat(28)).join('');
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const post = await buildPost(lapau, { user_id: seller.id, food_name: piled, description: piled });
  const member = await buildMember(lapau, { full_name: 'Rina Wati' });
  await buildComment(lapau, { post_id: post.id, user_id: member.id, content: piled });

  const page = await open(`/post/${post.id}`, seller);
  const thread = page.getByRole('region', { name: 'Komentar' });
  const dish = page.getByRole('article').first();
  const besides = [
    dish.getByText('Rp 25.000'),
    dish.getByText(/^Diposting/),
    thread.getByText('Rina Wati'),
    thread.getByRole('button', { name: 'Balas' }),
  ];
  const draw = () => Promise.all(besides.map((beside) => beside.screenshot({ animations: 'disabled' })));
  await expect(thread.getByText(piled)).toBeVisible();
  const drawn = await draw();
  await page.evaluate((text) => {
    for (const shown of document.querySelectorAll('p, h2, bdi'))
      if (shown.childElementCount === 0 && shown.textContent === text) shown.textContent = 'Gu';
  }, piled);
  await expect(thread.getByText('Gu', { exact: true })).toBeVisible();
  for (const [index, plain] of (await draw()).entries())
    expect(drawn[index]?.equals(plain), `what stands beside, number ${index}`).toBe(true);
});
