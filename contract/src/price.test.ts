import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPrice } from './price.ts';

describe('formatPrice (D17)', () => {
  test.each([
    ['15000', 'Rp 15.000'],
    ['15.000', 'Rp 15.000'],
    ['15.000,00', 'Rp 15.000'],
    ['15000,00', 'Rp 15.000'],
    [' 10000 ', 'Rp 10.000'],
    ['500', 'Rp 500'],
    ['0', 'Rp 0'],
    ['007500', 'Rp 7.500'],
    ['1.250.000', 'Rp 1.250.000'],
    ['90071992547409931234', 'Rp 90.071.992.547.409.931.234'],
    ['Gratis', 'Gratis'],
    ['Rp 30.000', 'Rp 30.000'],
    ['mulai Rp 5.000', 'mulai Rp 5.000'],
    ['15rb', '15rb'],
    ['15k', '15k'],
    ['10.000-15.000', '10.000-15.000'],
    ['15,000', '15,000'],
    ['15.00', '15.00'],
    ['1500.000', '1500.000'],
    ['15.000,50', '15.000,50'],
    ['-5000', '-5000'],
    ['<script>', '<script>'],
    ['１５０００', '１５０００'],
    ['', ''],
    ['   ', ''],
  ])('%j is shown as %j', (typed, shown) => {
    expect(formatPrice(typed)).toBe(shown);
  });

  test('text with a letter is unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('a', 'R', 'é', 'ж', '円'), (text, letter) => {
        expect(formatPrice(text + letter)).toBe(text + letter);
      }),
    );
  });

  test('an amount is formatted as rupiah, whether it was typed plain or grouped', () => {
    const grouped = new Intl.NumberFormat('id-ID');
    fc.assert(
      fc.property(fc.nat(), (amount) => {
        const shown = `Rp ${grouped.format(amount)}`;
        expect(formatPrice(String(amount))).toBe(shown);
        expect(formatPrice(grouped.format(amount))).toBe(shown);
        expect(formatPrice(`${grouped.format(amount)},00`)).toBe(shown);
      }),
    );
  });
});
