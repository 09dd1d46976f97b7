import { isIP } from 'node:net';
import path from 'node:path';
import { withoutInvisible } from '@lapau/contract/typed-text';
import { z } from 'zod';
import { StartRefused } from '../errors/start-refused.ts';
import { limitPoints } from '../limits/request-limits.ts';
import type { LimitPoints } from '../limits/request-limits.ts';
import { pushVariables, readPushConfig } from '../push/config-push.ts';
import type { PushConfig } from '../push/config-push.ts';
import { readS3Config, s3Variables } from './config-s3.ts';
import type { S3Config } from './config-s3.ts';
import { databaseUrls, faultOfUrl, mailUrls, valkeyUrls } from './config-url.ts';

const blankIsUnset = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));

const url = (kind: Parameters<typeof faultOfUrl>[1]) =>
  z
    .string()
    .trim()
    .superRefine((value, context) => {
      const message = faultOfUrl(value, kind);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    });

const isOrigin = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, hash, username } = new URL(value);
  return /^https?:$/.test(protocol) && pathname + search + hash + username === '/';
};

/** Ranges of addresses that @fastify/proxy-addr knows by name. */
const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isTrustProxy(value: string): boolean {
  if (/^(true|false|\d{1,2})$/.test(value)) return true;
  return value.split(',').every((item) => {
    const [address = '', prefix, ...rest] = item.trim().split('/');
    const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    return namedRanges.has(item.trim()) || (rest.length === 0 && isPrefix(prefix ?? '1', bits));
  });
}

const isPrefix = (prefix: string, bits: number): boolean =>
  /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits;

const isFingerprint = (value: string): boolean => /^[\dA-F]{2}(:[\dA-F]{2}){31}$/.test(value);

/** A contact by RFC 9116, section 2.5.3. It has no spaces or line ends, which would begin other fields. */
const isSecurityContact = (value: string): boolean =>
  /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+)$/i.test(value) && URL.canParse(value);

const address = String.raw`[^\s@<>()[\],;:\\"\p{C}]+@(?:[\p{L}\p{N}_-]+\.)*[\p{L}\p{N}_-]+`;
const inName = String.raw`[^"<>()@:;\p{Cc}]`;
const senderName = String.raw`(?:"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*"|(?:${inName}|\(${inName}*\))*)`;
const sender = new RegExp(`^(?:${senderName} *<${address}>|${address})$`, 'u');

/** Whether the value is one mailbox of RFC 5322: of others nodemailer takes only a part, or sends without a sender. */
const isSender = (value: string): boolean => sender.test(value);

const listed = (value: string): string[] => value.split(',').map((item) => item.trim());

/** A value by RFC 6797 section 6.1, with the `preload` of hstspreload.org. */
const isStrictTransportSecurity = (value: string): boolean =>
  /^max-age=\d{1,10}(; *includeSubDomains)?(; *preload)?$/i.test(value);

const variables = z
  .object({
    PORT: z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535),
    HOST: z.string().max(255),
    LAPAU_DATA: z.string(),
    PUBLIC_URL: z.string().refine(isOrigin, {
      error: 'must be an address without a path, such as https://lapau.example',
    }),
    DATABASE_URL: url(databaseUrls),
    REDIS_URL: url(valkeyUrls),
    SMTP_URL: url(mailUrls),
    MAIL_FROM: z.string().trim().max(320).refine(isSender, {
      error:
        'must be one address, such as lapau@lapau.example or Lapau <lapau@lapau.example>; a name with signs in it stands in quotation marks',
    }),
    LAPAU_EMAIL_VERIFICATION: z.enum(['on', 'off'], { error: 'must be on or off' }),
    LAPAU_OFFLINE: z.enum(['on', 'off'], { error: 'must be on or off' }),
    LAPAU_ADMIN_EMAIL: z.email({ error: 'must be an e-mail address' }),
    LAPAU_ADMIN_PASSWORD: z
      .string()
      .overwrite(withoutInvisible)
      .min(6, { error: 'must have at least 6 characters' })
      .max(128),
    LAPAU_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }),
    TRUST_PROXY: z.string().refine(isTrustProxy, {
      error:
        'must be true for everybody, false, a number of hops, or addresses such as 10.0.0.0/8, separated by commas',
    }),
    HSTS: z.string().refine((value) => value === 'off' || isStrictTransportSecurity(value), {
      error: 'must be off or a value of Strict-Transport-Security, such as max-age=31536000; includeSubDomains',
    }),
    ANDROID_CERT_SHA256: z.string().refine((value) => listed(value).every(isFingerprint), {
      error: 'must be SHA-256 fingerprints as keytool prints them, AB:CD:…, separated by commas',
    }),
    SECURITY_CONTACT: z.string().refine(isSecurityContact, {
      error: 'must be an address such as mailto:NAME@HOST or https://HOST/PATH',
    }),
    METRICS_TOKEN: z.string().regex(/^[\w.~+/=-]{32,}$/, {
      error: 'must have at least 32 characters, letters, digits and ._~+/=- only',
    }),
    ...pushVariables,
    ...s3Variables,
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be fatal, error, warn, info, debug or silent',
    }),
  })
  .partial();

/** The names of all variables that readConfig reads. */
export const variableNames: string[] = Object.keys(variables.shape);

export type Config = {
  port: number;
  host: string;
  /** An absolute path; the folder has postgres/, files/ and mail/. */
  dataFolder: string;
  /** Origin that links in mails, previews and QR codes start with; undefined means http://127.0.0.1:PORT. */
  publicUrl: string | undefined;
  databaseUrl: string | undefined;
  /**
   * The address of Valkey or Redis, which carries the signals and counts the limits of several processes; without it the database
   * carries the signals, and each process counts for itself.
   */
  redisUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Whether a new account opens a mailed link before its first sign-in; with SMTP by default. */
  emailVerification: boolean;
  /** Whether devices keep the app, and what people have seen there, for times without a signal. */
  isKeptOnDevices: boolean;
  /** Whether the links of mails are printed to the terminal, as demo and dev do. */
  printMailLinks: boolean;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  secret: string | undefined;
  /** The proxies whose X-Forwarded-For and X-Forwarded-Host are trusted: none, all, addresses, or a number of hops before us. */
  trustProxy: boolean | string | ((address: string, hop: number) => boolean);
  /** The header Strict-Transport-Security; undefined sends none. */
  hsts: string | undefined;
  /** SHA-256 fingerprints of the certificates of the Android app, which may open the links of this site. */
  androidCertificates: string[];
  /** The person to tell of a vulnerability, as a URI; undefined names nobody. */
  securityContact: string | undefined;
  /** The token that a request for /metrics has to have; without one only this machine may ask. */
  metricsToken: string | undefined;
  logLevel: string;
  push: PushConfig;
  /** Where uploaded files are; undefined means in `dataFolder`. */
  s3: S3Config | undefined;
  /** How much each limit allows. Tests and load runs raise them. */
  limits: LimitPoints;
};

const trustProxy = (value: string | undefined): Config['trustProxy'] => {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  return /^\d+$/.test(value) ? (_address, hop) => hop < Number(value) : value;
};

const wrong = (faults: string[]) =>
  new StartRefused(`Wrong configuration:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);

/** The level of the log by command: people who try the demo read what it prints, and need no warnings of a slow machine. */
const logLevels = { start: 'info', dev: 'warn', demo: 'error' } as const;

/**
 * Reads the configuration from the environment (README, Configuration).
 * @throws StartRefused with the name of each variable whose value is wrong; values are not repeated, as they may be secrets
 */
export function readConfig(environment: NodeJS.ProcessEnv, command: 'start' | 'demo' | 'dev'): Config {
  const given = blankIsUnset(environment);
  // MAIL_FROM may quote a name, and faultOfUrl itself finds quotation marks around a URL.
  const quoted = variableNames.filter(
    (name) => !/^MAIL_FROM$|^(DATABASE|REDIS|SMTP)_URL$/.test(name) && /^(["']).*\1$/s.test(given[name] ?? ''),
  );
  if (quoted.length > 0) throw wrong(quoted.map((name) => `${name} must stand without quotation marks`));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw wrong(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  const env = parsed.data;
  if ((env.LAPAU_ADMIN_EMAIL === undefined) !== (env.LAPAU_ADMIN_PASSWORD === undefined)) {
    throw wrong(['LAPAU_ADMIN_EMAIL and LAPAU_ADMIN_PASSWORD go together']);
  }
  const publicUrl = env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin;
  return {
    port: env.PORT ?? 3000,
    host: env.HOST ?? (command === 'start' ? '0.0.0.0' : '127.0.0.1'),
    dataFolder: path.resolve(env.LAPAU_DATA ?? (command === 'start' ? './data' : './data-demo')),
    publicUrl,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? 'Lapau <lapau@localhost>',
    emailVerification: env.LAPAU_EMAIL_VERIFICATION
      ? env.LAPAU_EMAIL_VERIFICATION === 'on'
      : env.SMTP_URL !== undefined,
    isKeptOnDevices: env.LAPAU_OFFLINE !== 'off',
    printMailLinks: command !== 'start',
    adminEmail: env.LAPAU_ADMIN_EMAIL,
    adminPassword: env.LAPAU_ADMIN_PASSWORD,
    secret: env.LAPAU_SECRET,
    trustProxy: trustProxy(env.TRUST_PROXY),
    hsts:
      env.HSTS === 'off' ? undefined : (env.HSTS ?? (publicUrl?.startsWith('https:') ? 'max-age=15552000' : undefined)),
    androidCertificates: env.ANDROID_CERT_SHA256 === undefined ? [] : listed(env.ANDROID_CERT_SHA256),
    securityContact: env.SECURITY_CONTACT && new URL(env.SECURITY_CONTACT).href,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL ?? logLevels[command],
    push: readPushConfig(env),
    s3: readS3Config(env),
    limits: limitPoints,
  };
}
