import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { telLink, whatsappLink } from './phone.ts';

function whatsappDigits(number: string | null | undefined): string | undefined {
  return whatsappLink(number, 'Halo')?.match(/^https:\/\/wa\.me\/(\d+)\?text=Halo$/)?.[1];
}

/** Any code points, lone surrogates among them. The library's own unit for this takes seconds to prepare. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10_ff_ff }))
  .map((codePoints) => String.fromCodePoint(...codePoints));

describe('whatsappLink (D22)', () => {
  test.each([
    ['0810-0000-0012', '6281000000012'],
    ['+62 810-0000-0012', '6281000000012'],
    ['62 810 0000 0012', '6281000000012'],
    ['+62 (0)810 0000 0012', '6281000000012'],
    ['006281000000012', '6281000000012'],
    ['00 62 0810 0000 012', '628100000012'],
    ['81000000012', '6281000000012'],
    ['WA: 0810.0000.0012', '6281000000012'],
    ['0812345678', '62812345678'],
    ['+60 12-345 6789', '60123456789'],
    ['0060123456789', '60123456789'],
    ['+81 90-1234-5678', '819012345678'],
    ['(+62) 810-0000-0012', '6281000000012'],
    ['HP +60 12-345 6789', '60123456789'],
  ])('%s opens a chat with %s', (typed, digits) => {
    expect(whatsappDigits(typed)).toBe(digits);
  });

  test.each([
    [null],
    [undefined],
    [''],
    ['tidak ada'],
    ['081234'],
    ['0812345678901234'],
    ['0752 90123'],
    ['+62 752 90123'],
    ['60123456789'],
    ['0810-0000-0012 / 0810-0000-0013'],
    ['+123'],
  ])('%j gives no link', (typed) => {
    expect(whatsappLink(typed, 'Halo')).toBeNull();
  });

  test('any greeting can be read back from the link', () => {
    fc.assert(
      fc.property(anyText, (greeting) => {
        const link = new URL(whatsappLink('081000000012', greeting) ?? '');
        expect(link.searchParams.get('text')).toBe(greeting.toWellFormed());
      }),
    );
  });

  test('all spellings of an Indonesian number give the same link', () => {
    const spelling = fc.constantFrom('0', '62', '+62', '0062', '+62 (0)', '620', '');
    fc.assert(
      fc.property(spelling, fc.stringMatching(/^8\d{7,11}$/), (prefix, subscriber) => {
        expect(whatsappDigits(prefix + subscriber)).toBe(`62${subscriber}`);
      }),
    );
  });

  test('any text gives a link to digits, or null', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\+?[\d ().-]{8,20}$/)), (text) => {
        const link = whatsappLink(text, 'Halo');
        if (link !== null) expect(link).toMatch(/^https:\/\/wa\.me\/\d{7,15}\?text=Halo$/);
      }),
    );
  });
});

describe('telLink (D22)', () => {
  test.each([
    ['0810-0000-0012', 'tel:081000000012'],
    [' +62 810-0000-0012', 'tel:+6281000000012'],
    ['(0752) 90123', 'tel:075290123'],
    ['(+62) 810-0000-0012', 'tel:+6281000000012'],
    ['HP +62 810-0000-0012', 'tel:+6281000000012'],
    ['+62 (0)810-0000-0012', 'tel:+6281000000012'],
    ['0810+12345', 'tel:081012345'],
    ['123', null],
    ['tidak ada', null],
    ['javascript:alert(1)', null],
    ['', null],
    [null, null],
  ])('%j', (typed, link) => {
    expect(telLink(typed)).toBe(link);
  });
});
