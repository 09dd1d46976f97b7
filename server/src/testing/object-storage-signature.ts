import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

type Signed = {
  request: IncomingMessage;
  url: URL;
  body: Buffer;
  key: { accessKeyId: string; secretAccessKey: string };
  region: string;
  now: Date;
};

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** Percent-encodes part of a path by RFC 3986, slashes too (AWS General Reference, Create a signed AWS API request). */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const maxSkewMs = 15 * 60_000;

/**
 * Checks the Authorization header of a request (AWS Signature Version 4, Amazon S3 API Reference, Authenticating Requests).
 * @returns the code of the error with which S3 refuses it; undefined when the signature is right
 */
export function findSignatureFault({ request, url, body, key, region, now }: Signed): string | undefined {
  const { headers, method = '' } = request;
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!parsed) return 'AccessDenied';
  const [, accessKeyId, day = '', signedRegion = '', signedHeaders = '', signature] = parsed;
  if (accessKeyId !== key.accessKeyId) return 'InvalidAccessKeyId';
  const time = String(headers['x-amz-date']);
  const signedAt = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
  if (!time.startsWith(day) || signedRegion !== region) return 'SignatureDoesNotMatch';
  if (!(Math.abs(signedAt - now.getTime()) <= maxSkewMs)) return 'RequestTimeTooSkewed';
  const contentHash = String(headers['x-amz-content-sha256']);
  if (contentHash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signedHeaders.split(';');
  if (
    !names.includes('host') ||
    !Object.keys(headers).every((name) => !name.startsWith('x-amz-') || names.includes(name))
  )
    return 'AccessDenied';
  const canonicalRequest = [
    method,
    url.pathname
      .split('/')
      .map((segment) => encode(decodeURIComponent(segment)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join('&'),
    ...names.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replaceAll(/ +/g, ' ')}`,
    ),
    '',
    signedHeaders,
    contentHash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${key.secretAccessKey}`);
  const stringToSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest)].join('\n');
  return hmac(signingKey, stringToSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}
