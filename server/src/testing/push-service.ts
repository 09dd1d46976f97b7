import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { EventEmitter, on } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { PushPayload } from '@lapau/contract/push';
import { pushPayload } from '@lapau/contract/push';
import type { PushNetwork } from '../platform/push/network.ts';
import { internet } from '../platform/push/network.ts';
import { certificate, certificateKey } from './push-certificate.ts';

/** A push as a browser gets it, with what its push service was told; `atMs` is the time of arrival by `performance.now()`. */
export type ReceivedPush = {
  to: string;
  payload: PushPayload;
  ttl: number;
  urgency: string;
  topic: string;
  atMs: number;
};

/**
 * What the push service answers to the next pushes to a browser, in place of 201; `silence` never answers, `reset` closes the
 * connection, `trickle` takes the push with an answer that never ends, and `after` takes it once the promise is resolved.
 */
export type PushAnswer =
  | { status: number; headers?: Record<string, string> }
  | { after: Promise<unknown> }
  | 'silence'
  | 'reset'
  | 'trickle';

/** The network in which this machine is the one push service, for every name below push.test and Apple's. */
export const testNetwork: PushNetwork = {
  ...internet(['*.push.test']),
  resolve: async () => ['127.0.0.1'],
  isAllowedAddress: () => true,
  isAllowedPort: () => true,
  ca: certificate,
};

/**
 * A push service with its browsers, written by the RFCs and not with the library that sends: it checks what push services check
 * (RFC 8030, the signature of RFC 8292) and decrypts as a browser does (RFC 8291, RFC 8188).
 */
export async function startPushService() {
  const browsers = new Map<string, Browser>();
  const received: ReceivedPush[] = [];
  const arrivals = new EventEmitter();
  let requests = 0;

  const server = https.createServer({ cert: certificate, key: certificateKey }, (request, response) => {
    void handle(request, response).catch((error: unknown) => {
      arrivals.emit('error', error);
      response.writeHead(400).end(String(error));
    });
  });
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    const name = request.url?.slice('/send/'.length) ?? '';
    const browser = browsers.get(name);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!browser) return void response.writeHead(404).end();
    const answer = browser.answers.shift();
    if (answer === 'silence') return;
    if (answer === 'reset') return void request.socket.destroy();
    if (answer === 'trickle') return trickle(response);
    if (answer && 'status' in answer)
      return void response.writeHead(answer.status, answer.headers).end('x'.repeat(100_000));
    await answer?.after;
    const { headers } = request;
    checkSignature(headers.authorization ?? '', browser.publicKey, `https://${headers.host}`);
    const body = Buffer.concat(chunks);
    if (body.length > 4096) return void response.writeHead(413).end();
    const ttl = Number(headers.ttl);
    if (headers['content-encoding'] !== 'aes128gcm' || !Number.isInteger(ttl) || ttl < 0) throw new Error('no push');
    const payload = pushPayload.parse(JSON.parse(decrypt(browser, body)));
    const [urgency, topic] = [String(headers.urgency), String(headers.topic)];
    const push = { to: name, payload, ttl, urgency, topic, atMs: performance.now() };
    received.push(push);
    arrivals.emit('push', push);
    response.writeHead(201).end();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    port,
    received,
    /** How many requests have come, those without an answer included. */
    requests: () => requests,
    network: testNetwork,
    /** Makes a browser that subscribes with a server's key. @returns the input of subscribe_push, and the browser's name here */
    browser: (publicKey: string, host = 'one.push.test') => {
      const keys = createECDH('prime256v1');
      const name = randomBytes(12).toString('base64url');
      const browser: Browser = { keys, auth: randomBytes(16), publicKey, answers: [] };
      keys.generateKeys();
      browsers.set(name, browser);
      return {
        name,
        answers: browser.answers,
        subscription: {
          endpoint: `https://${host}:${port}/send/${name}`,
          p256dh: keys.getPublicKey().toString('base64url'),
          auth: browser.auth.toString('base64url'),
        },
      };
    },
    forget: (name: string) => browsers.delete(name),
    /** The first push to a browser, as soon as it is there. */
    next: async (name: string): Promise<ReceivedPush> => {
      const known = received.find(({ to }) => to === name);
      if (known) return known;
      for await (const [push] of on(arrivals, 'push') as AsyncIterable<[ReceivedPush]>)
        if (push.to === name) return push;
      throw new Error('the push service ended');
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function trickle(response: ServerResponse): void {
  response.writeHead(201);
  const drops = setInterval(() => response.write('x'), 20);
  response.on('close', () => clearInterval(drops));
}

type Browser = { keys: ReturnType<typeof createECDH>; auth: Buffer; publicKey: string; answers: PushAnswer[] };

/** RFC 8292: the token is for this push service, not older than a day, and signed by the key that the browser subscribed with. */
function checkSignature(authorization: string, publicKey: string, audience: string): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('signed by another server');
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const verifying = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), verifying, Buffer.from(signature, 'base64url')))
    throw new Error('a wrong signature');
  const { aud, exp, sub } = parse(claims);
  const seconds = Date.now() / 1_000;
  if (parse(header)['alg'] !== 'ES256' || aud !== audience) throw new Error('a token for somebody else');
  if (typeof exp !== 'number' || exp < seconds || exp > seconds + 86_400) throw new Error('an expired token');
  if (!/^(mailto:|https:)/.test(String(sub))) throw new Error('a token that names nobody');
}

/** RFC 8188 with the keys of RFC 8291; one record, as a push has. */
function decrypt({ keys, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end === -1) throw new Error('not the last record');
  return padded.subarray(0, end).toString();
}
