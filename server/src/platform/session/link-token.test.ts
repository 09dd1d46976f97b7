import { tokenLengths } from '@lapau/contract/links';
import { expect, test } from 'vitest';
import { newLinkToken } from './link-token.ts';

test.each(['resetPassword', 'verifyEmail', 'firstAdmin'] as const)(
  'the tokens of %s end in a letter or a digit, as nothing at the end of a link may be left out by programs that find links in text',
  (kind) => {
    const tokens = Array.from({ length: 500 }, () => newLinkToken(kind));
    for (const token of tokens) expect(token).toMatch(new RegExp(`^[A-Za-z0-9]{${tokenLengths[kind]}}$`));
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(new Set(tokens.join('')).size).toBe(62);
  },
);
