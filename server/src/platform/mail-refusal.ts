/** What nodemailer knows of a mail server's answer. */
type Answer = { command?: string; responseCode?: number; response?: string };

/** The mail server takes no mail for this address, now or later: it is not tried again. */
export class RecipientRefused extends Error {}

/** Of servers that give no code of RFC 3463: what they refuse is whoever sends. */
const aboutSender = /\b(?:relay\w*|authenticat\w*|sender|spf|dkim|dmarc|black ?list\w*|block ?list\w*|spam)\b/i;

/**
 * Whether an answer refuses the recipient alone, and for good. By RFC 3463 that is 5.1.x, but for those about the sender's address (5.1.7 and
 * 5.1.8), and 5.2.x; 5.7.x, rights and policy, is about this server. Without such a code it is what RFC 5321, section 4.2.3, has for a
 * mailbox: 550, 551 and 553 to RCPT, and 552, a mailbox without room, also to the text, as no mail of ours is large.
 */
export function refusesRecipient(error: unknown): boolean {
  const { command = '', responseCode = 0, response = '' } = error as Answer;
  if (responseCode < 500 || !['RCPT TO', 'DATA'].includes(command)) return false;
  const [, subject, detail] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  if (subject !== undefined) return subject === '2' || (subject === '1' && detail !== '7' && detail !== '8');
  if (aboutSender.test(response)) return false;
  return responseCode === 552 || (command === 'RCPT TO' && [550, 551, 553].includes(responseCode));
}
