import { describe, expect, test } from 'vitest';
import { linkParameters, loginLink, readLoginLink, tokenLengths } from './links.ts';

const kinds = Object.keys(linkParameters) as (keyof typeof linkParameters)[];

describe.each(kinds)('a link that opens %s', (opens) => {
  const token = `3D_-${'aZ09'.repeat(11)}`.slice(0, tokenLengths[opens]);
  const name = linkParameters[opens];
  const link = loginLink('', opens, token);

  test.each([
    link,
    `/login%23${name}=${token}`,
    `/login%2523${name}%253D${token}`,
    `/login%252523${name}%25253D${token}`,
    `/login#${name}%3D${token}`,
    `/login#${name}=3D${token}`,
    `/login#${name}%3D3D${token}`,
    `/login&#35;${name}&#61;${token}`,
    `/login%26%2335;${name}=${token}`,
    `/LOGIN#${name.toUpperCase()}=${token}`,
    `//login#${name}=${token}`,
    `/login/#${name}=${token}`,
    `/login/%23${name}=${token}`,
    ...['.', ')', '>', '"', ',', '…', '*', '_', '-', '%22', '%3E', '&gt;', '%20Link', '%E2%80%8B', '%A0', '#'].map(
      (end) => link + end,
    ),
    `/login?utm_source=mail#${name}=${token}`,
    `/login?fbclid=a&next=%2Fadmin#${name}=${token}`,
    `/login#utm_source=mail&${name}=${token}`,
    `/login#?fbclid=x&amp;${name}=${token}&amp;utm_medium=email`,
    `${link}?utm_source=mail`,
    `${link}&fbclid=IwAR0_-`,
    `/login%23${name}=${token}?utm_source=mail`,
    `/login?utm_source=mail%23${name}=${token}`,
    `/login#${name}=${token.slice(0, 9)}=%0D%0A${token.slice(9)}`,
    `/login#${name}=${token.slice(0, 9)}%0A%20${token.slice(9)}`,
    `/login#${name}=${token.slice(0, 9)}%E2%80%8B${token.slice(9)}`,
  ])('is read from %s', (address) => expect(readLoginLink(address)).toEqual({ opens, token }));

  test.each([
    link.slice(0, -1),
    link.slice(0, -tokenLengths[opens]),
    link.slice(0, -tokenLengths[opens] - 1),
    link.slice(0, -tokenLengths[opens] - 3),
    `/login#${name[0]}`,
    `/login#${name.slice(0, 3)}…`,
    `/login%23${name}=abc`,
    `${link.slice(0, -4)}...`,
  ])('is known to have been cut: %s', (address) => expect(readLoginLink(address)).toEqual({ opens, token: undefined }));
});

test.each([
  '/login',
  '/login#',
  '/login#lain',
  '/login?mode=lupa',
  '/login?next=/admin',
  '/login?next=%2Fadmin%2Freports%3Fadmin%26x',
  '/login?next=%2Fadmin%23isi',
  '/login?next=%2Fpost%2F7%23reset%3Dabc',
  '/login?mode=lupa&next=%2Fpost%2F7%3Fverify',
  '/login-lain%23reset=abc',
  '/logins%23reset=abc',
  '/post/login%23reset=abc',
  '/#reset=abc',
  `/login%${'%25'.repeat(1_000)}`,
])('%s is no such link', (address) => expect(readLoginLink(address)).toBeUndefined());
