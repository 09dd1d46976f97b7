/** What nodemailer knows of a mail server's answer. */
type Answer = { command?: string; responseCode?: number; response?: string };

/** Thrown when the mail server takes no mail for this address, now or later, so that it is not tried again. */
export class RecipientRefused extends Error {}

/**
 * The codes of RFC 3463, and 5.1.10 of RFC 7505, for a fault of the recipient that sending again does not change; other codes are
 * about this server.
 */
const ofRecipient = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.2.2'];
/** The codes that mean the mailbox in an answer to the text, in which servers also say what they think of the sender. */
const ofMailbox = ['5.1.1', '5.2.1', '5.2.2'];

/** Words that show that the refusal is about the sender, whatever its code; "relay recipient" is about the recipient. */
const aboutSender =
  /\b(?:relay(?! recipient)\w*|authenticat\w*|authori[sz]\w*|sender|sending|sent|outbound|spf|dkim|dmarc|rbls?|dnsbl|(?:black|block|deny|white)[ -]?list\w*|spam\w*|junk\w*|bulk|reputation|polic(?:y|ies)|rate|(?:per|an|each) (?:second|minute|hour|day)|hourly|daily|rcpthosts)\b/i;
/** Words that, without a code, show that the refusal is about where and how the mail is sent from. */
const aboutClient =
  /\b(?:block\w*|ban(?:ned)?|helo|ehlo|reverse|ptr|r?dns|denied|deny|access|prohibit\w*|permi\w*|client|connect\w*|network|host|ip|mail from|message|content|tls|certificate)\b/i;
/** Words about how much is sent; servers use them for a full mailbox too. */
const aboutAmount = /\b(?:exceed\w*|limit\w*|quota|too many|too much|maximum|max)\b/i;

/**
 * Whether an answer refuses the recipient alone, and for good. A mail that is given up by mistake is lost, so any word about this
 * server means that it is tried again. Without a code of RFC 3463, the codes of RFC 5321, section 4.2.3, for a mailbox count: 550, 551
 * and 553 to RCPT, and 552, a mailbox without room, also to the text, as no mail of ours is large.
 */
export function refusesRecipient(error: unknown): boolean {
  const { command = '', responseCode = 0, response = '' } = error as Answer;
  if (responseCode < 500 || !['RCPT TO', 'DATA'].includes(command)) return false;
  // Addresses are removed first, as they may have any word in them.
  const text = response.replaceAll(/<[^>]*>|\S+@\S+/g, '');
  if (aboutSender.test(text)) return false;
  const isAtText = command === 'DATA';
  const code = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (code !== undefined) return (isAtText ? ofMailbox : ofRecipient).includes(code);
  if (aboutClient.test(text)) return false;
  if (responseCode === 552) return true;
  return !isAtText && [550, 551, 553].includes(responseCode) && !aboutAmount.test(text);
}
