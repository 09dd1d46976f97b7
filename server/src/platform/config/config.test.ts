import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { StartRefused } from '../errors/start-refused.ts';
import { vapidPublicKey } from '../push/vapid.ts';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'kapur-ix.test'],
    ['PUBLIC_URL', 'https://kapur-ix.test/app'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['SMTP_URL', 'https://mail.example'],
    ['LAPAU_EMAIL_VERIFICATION', 'perhaps'],
    ['LAPAU_ADMIN_EMAIL', 'nobody'],
    ['LAPAU_SECRET', 'short'],
    ['TRUST_PROXY', 'proxy'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,,'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.1, ::/0'],
    ['HSTS', 'always'],
    ['ANDROID_CERT_SHA256', '12:34'],
    ['VAPID_SUBJECT', 'somebody'],
    ['VAPID_SUBJECT', 'mailto:Lapau <a@lapau.example>'],
    ['VAPID_SUBJECT', 'mailto:a@lapau.example, b@lapau.example'],
    ['VAPID_PRIVATE_KEY', 'too-short'],
    ['PUSH_HOSTS', '127.0.0.1'],
    ['PUSH_HOSTS', 'https://push.example'],
    ['FCM_SERVICE_ACCOUNT', '/nowhere/account.json'],
    ['FCM_URL', 'fcm'],
    ['S3_BUCKET', 'Photos of food'],
    ['S3_REGION', 'Sumatera Barat'],
    ['S3_ENDPOINT', 'ftp:store'],
    ['S3_FORCE_PATH_STYLE', 'perhaps'],
    ['S3_PREFIX', '/lapau//photos'],
    ['SECURITY_CONTACT', 'security@lapau.example'],
    ['SECURITY_CONTACT', 'http://lapau.example/security'],
    ['SECURITY_CONTACT', 'mailto:nobody'],
    ['SECURITY_CONTACT', 'mailto:a@lapau.example\nExpires: 2000-01-01T00:00:00Z'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'long enough but with spaces in between'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s, names it and does not repeat the value', (name, value) => {
    const read = () => readConfig({ [name]: value }, 'start');
    expect(read).toThrow(StartRefused);
    expect(read).toThrow(new RegExp(`\\n  ${name} must`));
    expect(read).not.toThrow(new RegExp(value));
  });

  it.each([
    ['Lapau'],
    ['a@lapau.example, b@lapau.example'],
    ['Lapau <a@lapau.example>, b@lapau.example'],
    ['Lapau <lapau'],
    ['Lapau <lapau@lapau.example'],
    ['Lapau <lapau@>'],
    ['Lapau <@lapau.example>'],
    ['Lapau <a@b@lapau.example>'],
    ['Lapau <a@lapau..example>'],
    ['"Lapau <lapau@lapau.example>"'],
    ['Lapau (Koto <lapau@lapau.example>'],
    ['Kelompok: lapau@lapau.example;'],
    ['lapau@lapau.example\nBcc: b@lapau.example'],
    ['lapau\u200b@lapau.example'],
  ])('refuses MAIL_FROM=%s, which is not one address', (value) => {
    expect(() => readConfig({ MAIL_FROM: value }, 'start')).toThrow(
      new StartRefused(
        'Wrong configuration:\n  MAIL_FROM must be one address, such as lapau@lapau.example or Lapau <lapau@lapau.example>; ' +
          'a name with signs in it stands in quotation marks',
      ),
    );
  });

  const special = /must have what is special in its user name and password percent-encoded: @ as %40, # as %23/;
  const characters = ['#', '/', '?', '@#', '1#2', '1/2', '1?2'];
  const urls = {
    DATABASE_URL: 'postgres://lapau:PASSWORD@db.example:5432/lapau',
    REDIS_URL: 'redis://:PASSWORD@valkey.example:6379/0',
    SMTP_URL: 'smtps://lapau@lapau.example:PASSWORD@mail.example:465',
  };
  it.each(Object.entries(urls).flatMap(([name, url]) => characters.map((password) => [name, password, url] as const)))(
    'says of a %s whose password has %s that it has to be encoded, and takes it encoded',
    (name, password, url) => {
      const read = (text: string) => readConfig({ [name]: url.replace('PASSWORD', text) }, 'start');
      expect(() => read(password)).toThrow(special);
      expect(() => read(encodeURIComponent(password))).not.toThrow();
    },
  );

  it.each([
    ['SMTP_URL', '"smtp://mail.example"', 'must stand without quotation marks'],
    ['SMTP_URL', 'smtp://mail\u200b.example', 'must have no invisible characters in it'],
    ['SMTP_URL', 'smtp://', 'must name a host'],
    ['SMTP_URL', 'smtp://mail example', 'must name a host'],
    ['SMTP_URL', 'smtp://mail.example:465:465', 'must have a port from 1 to 65535'],
    ['SMTP_URL', 'smtp://mail.example:65536', 'must have a port from 1 to 65535'],
    ['SMTP_URL', 'smtp://fd00::25', 'must have an address of IPv6 in brackets'],
    ['SMTP_URL', 'mail.example:25', 'must be a URL that starts with smtp:// or smtps://'],
    ['DATABASE_URL', 'postgres://lapau@one:5432,two:5432/lapau', 'must name one host'],
    ['DATABASE_URL', 'postgres://lapau@one,two/lapau', 'must name one host'],
    ['DATABASE_URL', 'postgres://lapau:%e4@db/lapau', 'must have what is special'],
    ['DATABASE_URL', 'postgres://lapau:100%%2Fx@db/lapau', 'must have what is special'],
    ['PUBLIC_URL', '"https://lapau.example"', 'must stand without quotation marks'],
    ['PORT', '"3000"', 'must stand without quotation marks'],
    ['LAPAU_ADMIN_PASSWORD', `'rahasia'`, 'must stand without quotation marks'],
    ['DATABASE_URL', 'postgres://lapau:x@/lapau', 'must name the host after the @'],
    ['DATABASE_URL', 'jdbc:postgresql://db/lapau', 'must be a URL that starts with postgres:// or postgresql://'],
    ['REDIS_URL', 'redis://:100%@valkey', 'must have what is special'],
    ['REDIS_URL', 'redis://valkey/lapau', 'must end with the number of a database'],
  ])('says what is wrong with %s=%s', (name, value, text) => {
    expect(() => readConfig({ [name]: value }, 'start')).toThrow(`Wrong configuration:\n  ${name} ${text}`);
  });

  it.each([
    ['DATABASE_URL', 'postgres://lapau:50%off@db/lapau'],
    ['DATABASE_URL', 'postgres:///lapau?host=/run/postgresql&user=uni@lapau'],
    ['DATABASE_URL', 'postgres://lapau@%2Frun%2Fpostgresql/lapau'],
    ['DATABASE_URL', 'postgres://lapau:a:b@[::1]:5432/lapau'],
    ['DATABASE_URL', 'postgresql://lapau:p^w|[x]@my_db/lapau?options=-c%20work_mem%3D32MB'],
    ['REDIS_URL', 'rediss://lapau:kata%20sandi@valkey:6379/2?family=6'],
    ['REDIS_URL', 'redis://'],
    ['SMTP_URL', 'smtp://uni@lapau.example:100%@mail.example:587?name=lapau@lapau.example'],
    ['SMTP_URL', ' smtp://127.0.0.1:25\n'],
  ])('takes %s=%s as its library does', (name, value) => {
    expect(() => readConfig({ [name]: value }, 'start')).not.toThrow();
  });

  it('takes an admin e-mail only with a password', () => {
    expect(() => readConfig({ LAPAU_ADMIN_EMAIL: 'admin@lapau.test' }, 'start')).toThrow(/go together/);
  });

  it('takes VAPID keys only as a pair', () => {
    const privateKey = Buffer.alloc(32, 1).toString('base64url');
    const read = (publicKey?: string) =>
      readConfig({ VAPID_PRIVATE_KEY: privateKey, VAPID_PUBLIC_KEY: publicKey }, 'start');
    expect(() => read()).toThrow(/go together/);
    expect(() => read('another')).toThrow(/not that of VAPID_PRIVATE_KEY/);
    expect(read(vapidPublicKey(privateKey)).push.vapidPrivateKey).toBe(privateKey);
  });

  it('takes object storage only whole, with the addresses that Amazon and other stores expect', () => {
    const key = { S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const read = (environment: NodeJS.ProcessEnv) => readConfig(environment, 'start').s3;
    expect(() => read({ S3_PREFIX: 'lapau' })).toThrow(
      'S3_BUCKET and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY and S3_REGION must be set',
    );
    expect(() => read(key)).toThrow(/\n {2}S3_REGION must be set/);
    expect(read({})).toBeUndefined();
    expect(read({ ...key, S3_REGION: 'ap-southeast-3' })).toMatchObject({ forcePathStyle: false, prefix: '' });
    expect(read({ ...key, S3_ENDPOINT: 'https://objects.example', S3_PREFIX: 'apps/lapau/' })).toMatchObject({
      region: 'us-east-1',
      forcePathStyle: true,
      prefix: 'apps/lapau/',
    });
  });

  it('listens on all addresses under start and on loopback only under demo and dev', () => {
    expect(readConfig({}, 'start')).toMatchObject({ host: '0.0.0.0', port: 3000, printMailLinks: false });
    expect(readConfig({}, 'demo')).toMatchObject({ host: '127.0.0.1', printMailLinks: true });
    expect(readConfig({}, 'dev').host).toBe('127.0.0.1');
  });

  it('logs what an operator reads under start, and no warnings under the demo', () => {
    const level = (command: 'start' | 'demo' | 'dev') => readConfig({}, command).logLevel;
    expect([level('start'), level('dev'), level('demo')]).toEqual(['info', 'warn', 'error']);
    expect(readConfig({ LOG_LEVEL: 'debug' }, 'demo').logLevel).toBe('debug');
  });

  it('keeps the data of demo and dev apart from that of start, which refuses demo accounts', () => {
    const folder = (command: 'start' | 'demo' | 'dev') => path.basename(readConfig({}, command).dataFolder);
    expect([folder('start'), folder('demo'), folder('dev')]).toEqual(['data', 'data-demo', 'data-demo']);
  });

  it('verifies e-mails when it can send them, unless set otherwise (D4)', () => {
    const SMTP_URL = 'smtp://127.0.0.1:2525';
    expect(readConfig({}, 'start').emailVerification).toBe(false);
    expect(readConfig({ SMTP_URL }, 'start').emailVerification).toBe(true);
    expect(readConfig({ SMTP_URL, LAPAU_EMAIL_VERIFICATION: 'off' }, 'start').emailVerification).toBe(false);
  });

  it('trusts as many proxies as TRUST_PROXY names (D51)', () => {
    expect(readConfig({}, 'start').trustProxy).toBe(false);
    expect(readConfig({ TRUST_PROXY: 'true' }, 'start').trustProxy).toBe(true);
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8' }, 'start').trustProxy).toBe('10.0.0.0/8');
    for (const range of ['127.0.0.1', 'fd00::/8, 10.0.0.1', 'loopback,uniquelocal'])
      expect(readConfig({ TRUST_PROXY: range }, 'start').trustProxy).toBe(range);
    const hops = readConfig({ TRUST_PROXY: '1' }, 'start').trustProxy;
    expect(typeof hops === 'function' && [hops('10.0.0.1', 0), hops('10.0.0.2', 1)]).toEqual([true, false]);
  });

  it('sets an HSTS header when PUBLIC_URL is https, with the value of HSTS', () => {
    const hsts = (environment: NodeJS.ProcessEnv) => readConfig(environment, 'start').hsts;
    const PUBLIC_URL = 'https://lapau.example';
    expect(hsts({})).toBeUndefined();
    expect(hsts({ PUBLIC_URL })).toBe('max-age=15552000');
    expect(hsts({ PUBLIC_URL, HSTS: 'off' })).toBeUndefined();
    expect(hsts({ PUBLIC_URL, HSTS: 'max-age=31536000; includeSubDomains; preload' })).toContain('includeSubDomains');
  });

  it('treats blank values as unset', () => {
    expect(readConfig({ PUBLIC_URL: ' ', PORT: '' }, 'start')).toMatchObject({ publicUrl: undefined, port: 3000 });
  });
});
