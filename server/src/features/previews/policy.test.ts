import { expect, test } from 'vitest';
import { withoutPhoneNumbers } from './policy.ts';

test.each([
  '0812-3456-7890',
  '081234567890',
  '+62 812 3456 7890',
  '(0751) 123456',
  '62 813.4567.8901',
  '8123456789',
  '٠٨١٢٣٤٥٦٧٨٩٠',
  '0812 / 3456 / 7890',
  '0812_3456_7890',
  '0812,3456,7890',
  '0812*3456*7890',
  '0812|3456|7890',
  '0812•3456•7890',
  '0812~3456~7890',
  '0812–3456—7890',
  '0812 - 3456 - 7890',
  '[0812] [3456] [7890]',
  '{0812}{3456}{7890}',
  '0.8.1.2.3.4.5.6.7.8.9.0',
  '0812\u200b3456\u200b7890',
  '０８１２３４５６７８９０',
  '0812:3456:7890',
  '0812 ... 3456 ... 7890',
  'O812-3456-789O',
  'o8l2 3456 7890',
  '⓪⑧①②③④⑤⑥⑦⑧⑨⓪',
  '0️⃣8️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣0️⃣',
  '𝟎𝟖𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗𝟎',
  '₀₈₁₂₃₄₅₆₇₈₉₀',
  '0812🌶3456🌶7890',
  '+62.812.345.678',
  '62.812.345.678',
  '0812.345.678',
  '812.345.678.900',
  '0812 3400 5600',
  '+81 2 34 50 6700',
])('%s is taken out', (number) => {
  expect(withoutPhoneNumbers(number)).toBe('');
  expect(withoutPhoneNumbers(`Randang WA ${number} lamak`)).toBe('Randang WA lamak');
});

test.each([
  'Rp 15.000',
  '15000',
  '10.000-15.000',
  'mulai Rp 5.000 sampai Rp 150.000',
  '62.000 - 65.000',
  '8000-10000',
  '15.000/20.000/25.000',
  '1.250.000',
  '90.000.000',
  'Paket 2026',
  'Es Teh 7 Rasa, 3 gelas',
  '10.000 – 15.000',
  '10.000 s/d 15.000',
  '10000 sampai 15000',
  '10.000-15.000-20.000',
  'Rp10.000/Rp15.000',
  '5.000, 10.000, 15.000',
  '10.000 (kecil) 15.000 (besar)',
  '12.500,00',
  'Rp 10.000,- / Rp 15.000,-',
  '1 porsi 15.000, 2 porsi 28.000',
  '2 x 15.000 = 30.000',
  '10.000|12.000',
  '10rb-15rb',
  '10-15 ribu',
  'Buka 08.00-17.00',
  'Buka 08.00–17.00',
  'Untuk 22-11-2026',
  'Paket 2 15.000/20.000',
  'Es Kool 1234567',
  'Nasi 1 2 3',
])('%s stays', (text) => expect(withoutPhoneNumbers(text)).toBe(text));

test('a price beside a number stays, and a long text of digits and signs is read at once', () => {
  expect(withoutPhoneNumbers('Nasi 15.000 WA 0812-3456-7890')).toBe('Nasi 15.000 WA');
  expect(withoutPhoneNumbers('1-'.repeat(60) + 'a'.repeat(60))).toBe('-' + 'a'.repeat(60));
  expect(withoutPhoneNumbers('o'.repeat(120))).toBe('o'.repeat(120));
});
