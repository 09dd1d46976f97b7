/**
 * Gives an e-mail's mailbox for limits, the same for all spellings by which mails get there. The text after a plus is a tag nearly
 * everywhere, and Gmail ignores dots. Two mailboxes that are taken for one share a limit, and nothing else.
 * @param email in lower case
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at).replace(/(?<=.)\+.*/, '');
  const host = email.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com');
  return `${host === 'gmail.com' ? name.replaceAll('.', '') : name}@${host}`;
}
