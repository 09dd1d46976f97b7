import { expect, test } from 'vitest';
import { menuText } from './components/menu-text.ts';

test('a menu is plain lines that WhatsApp does not reformat, with prices as shown and the link', () => {
  const dishes = [
    { food_name: 'Randang Dagiang', price: '22000' },
    { food_name: 'Teh *Talua*', price: 'Gratis' },
    { food_name: 'Martabak', price: 'mulai Rp 5.000' },
  ];
  expect(menuText('Lapau *Mak* Itam', dishes, 'https://lapau.example/warungs/1')).toBe(
    [
      '*Lapau Mak Itam*',
      'Menu hari ini:',
      '- Randang Dagiang: Rp 22.000',
      '- Teh Talua: Gratis',
      '- Martabak: mulai Rp 5.000',
      '',
      'Lihat fotonya: https://lapau.example/warungs/1',
    ].join('\n'),
  );
});

test('a menu names the cook’s number only where it is given, and a dish without a price alone', () => {
  const text = menuText(
    'Lapau',
    [{ food_name: 'Teh', price: '' }],
    'https://lapau.example/warungs/1',
    'WA 0810-0000-0011',
  );
  expect(text).toBe(
    [
      '*Lapau*',
      'Menu hari ini:',
      '- Teh',
      '',
      'WA 0810-0000-0011',
      'Lihat fotonya: https://lapau.example/warungs/1',
    ].join('\n'),
  );
});
