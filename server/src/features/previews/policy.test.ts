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
])('%s stays', (text) => expect(withoutPhoneNumbers(text)).toBe(text));
