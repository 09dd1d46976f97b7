import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log/log.ts';
import { greetMailServer } from '../../platform/mail/mail.ts';
import { requestToken } from '../../platform/push/fcm.ts';
import { vapidPublicKey } from '../../platform/push/vapid.ts';
import { openValkey } from '../../platform/valkey/valkey.ts';
import { error, ok, warning } from './finding.ts';
import type { Finding } from './finding.ts';

/** Greets the mail server and signs in there, as a delivery does. */
export async function checkMail({ smtpUrl, mailFrom, emailVerification }: Config): Promise<Finding[]> {
  if (smtpUrl === undefined) {
    const text = 'no mail server: mails are files in LAPAU_DATA/mail, for you to pass on';
    const findings = [warning('mail', text, 'Set SMTP_URL, so that people can recover their accounts by themselves.')];
    if (emailVerification)
      findings.push(
        warning(
          'new accounts',
          'wait for a mailed link, which nobody gets but from you',
          'Set SMTP_URL, or leave LAPAU_EMAIL_VERIFICATION out.',
        ),
      );
    return findings;
  }
  await greetMailServer(smtpUrl);
  const { hostname, username } = new URL(smtpUrl);
  const findings = [ok('mail', `${hostname} ${username ? 'takes the password' : 'answers'}`)];
  if (mailFrom.includes('@localhost'))
    findings.push(
      warning('sender of mails', `it is ${mailFrom}`, 'Set MAIL_FROM to an address that may send by this server.'),
    );
  return findings;
}

export const mailMend =
  'Check SMTP_URL: host, port, smtps: for TLS from the start, user and password (percent-encoded). A certificate that is not trusted needs NODE_EXTRA_CA_CERTS, or ?tls.rejectUnauthorized=false.';

/** @param storedKey the VAPID key in the database, if one was made */
export async function checkPushKeys({ push, publicUrl }: Config, storedKey: string | undefined): Promise<Finding> {
  const key = push.vapidPrivateKey ?? storedKey;
  if (key === undefined) return ok('push', 'the first start makes the key that signs pushes');
  vapidPublicKey(key);
  if (push.vapidSubject !== undefined || publicUrl?.startsWith('https:'))
    return ok('push', 'the key that signs pushes is valid');
  const text = 'Apple’s push service has nobody to write to, and refuses';
  return warning('push', text, 'Set PUBLIC_URL to the https address, or VAPID_SUBJECT to a mailto: address.');
}

/** Asks Google for a token with which pushes to the native app are sent. */
export async function checkFcm({ push: { fcmAccount } }: Config): Promise<Finding> {
  if (!fcmAccount) return ok('push to the native app', 'not set up (FCM_SERVICE_ACCOUNT)');
  await requestToken(fcmAccount);
  return ok('push to the native app', `Google knows the account of ${fcmAccount.project_id}`);
}

export async function checkValkey(url: string): Promise<Finding> {
  const reasons: string[] = [];
  const note = (line: string) => void reasons.push((JSON.parse(line) as { reason?: string }).reason ?? '');
  const valkey = await openValkey(url, 'doctor', createLog('warn', { write: note }));
  try {
    // An answer that takes longer than a fifth of a second counts as none, so several tries are made.
    for (let tries = 0; tries < 10; tries += 1) {
      const isAnswered = await valkey.run('return 1', 'doctor', []).then(
        () => true,
        () => false,
      );
      if (isAnswered) return ok('Valkey', `${new URL(url).hostname} answers`);
      await delay(200);
    }
    return error('Valkey', reasons.find(Boolean) ?? 'it does not answer in time', valkeyMend);
  } finally {
    await valkey.close();
  }
}

export const valkeyMend =
  'Check REDIS_URL; without Valkey several processes learn of changes seconds later, and count limits each for itself.';
