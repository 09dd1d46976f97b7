/**
 * What stands for the mailbox of an e-mail in limits: one for all spellings by which mails get there. What follows a plus is a tag
 * nearly everywhere, and Gmail knows no dots; two mailboxes that are taken for one share a limit, and nothing else.
 * @param email in lower case
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at).replace(/(?<=.)\+.*/, '');
  const host = email.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com');
  return `${host === 'gmail.com' ? name.replaceAll('.', '') : name}@${host}`;
}
