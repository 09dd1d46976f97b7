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
