import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['etek@lapau.test', 'etek@lapau.test'],
  ['etek+pasar@lapau.test', 'etek@lapau.test'],
  ['etek+a+b@lapau.test', 'etek@lapau.test'],
  ['e.t.e.k+x@gmail.com', 'etek@gmail.com'],
  ['etek@googlemail.com', 'etek@gmail.com'],
  ['e.tek@lapau.test', 'e.tek@lapau.test'],
  ['etek@gmail.com.lapau.test', 'etek@gmail.com.lapau.test'],
  ['+etek@lapau.test', '+etek@lapau.test'],
])('mails to %s get into the mailbox of %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
