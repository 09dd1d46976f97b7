import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { socketCloses } from '@lapau/contract/signals';
import { startTimeout } from '../../platform/process/timeout.ts';
import { codeIn, error, ok, reasonOf, refusalOf } from './finding.ts';
import type { Finding } from './finding.ts';

const mend =
  'Have the proxy pass connections on, unbuffered; nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";';

/** Lapau closes a connection with one of these when there is no session, or when it cannot read it now. */
const closedByLapau = new Set<number>([...Object.values(socketCloses), 1013]);

const failed = (what: string) => error('realtime', `${what}: chats and lists are not live`, mend);

/**
 * Checks that a page's connection (RFC 6455) gets through the proxy, and answers come back: the request has no session, so Lapau
 * closes the connection with a code that only it uses.
 * @param limitMs how long the check may take
 */
export async function checkRealtime(publicUrl: string, limitMs: number): Promise<Finding> {
  const address = `${publicUrl}/realtime`;
  const found = Promise.withResolvers<Finding>();
  let isOpen = false;
  const request = (publicUrl.startsWith('https:') ? https : http).get(address, {
    agent: false,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      origin: publicUrl,
      'user-agent': 'lapau-doctor',
    },
  });
  let opened: Duplex | undefined;
  request
    .once('response', (response) => void refusalIn(response, address).then(found.resolve, found.reject))
    .once('upgrade', (_response, socket, head) => {
      isOpen = true;
      opened = socket;
      void closeCodeIn(socket, head).then((code) => found.resolve(closed(code, address)), found.reject);
    })
    .once('error', (failure) =>
      found.resolve(failed(`${address}, asked for a connection, fails (${reasonOf(failure)})`)),
    );
  const timeout = startTimeout(limitMs, () =>
    found.resolve(
      failed(
        isOpen
          ? `${address} opens a connection, but nothing comes through it (the proxy buffers)`
          : `${address}, asked for a connection, gets no answer`,
      ),
    ),
  );
  try {
    return await found.promise;
  } finally {
    timeout.cancel();
    request.destroy();
    opened?.destroy();
  }
}

async function refusalIn(response: IncomingMessage, address: string): Promise<Finding> {
  const { statusCode: status } = response;
  const code = codeIn(await text(response));
  const refusal = refusalOf('realtime', address, status, code);
  if (refusal) return refusal;
  // Without the header Upgrade, Lapau took the request for that of a page.
  if (code === 'malformed_request') return failed('the proxy does not pass on the header Upgrade');
  return failed(`${address}, asked for a connection, is answered with ${status}, not by Lapau`);
}

/** @returns undefined when the connection ends without a frame that closes it, or another frame comes first */
async function closeCodeIn(socket: Duplex, head: Buffer): Promise<number | undefined> {
  let bytes = head;
  try {
    if (bytes.length < 4)
      for await (const chunk of socket) {
        bytes = Buffer.concat([bytes, chunk as Buffer]);
        if (bytes.length >= 4) break;
      }
  } catch {
    return undefined; // the connection was reset
  }
  return bytes.length >= 4 && bytes[0] === 0x88 ? bytes.readUInt16BE(2) : undefined;
}

const closed = (code: number | undefined, address: string): Finding =>
  code !== undefined && closedByLapau.has(code)
    ? ok('realtime', `connections come through ${address}`)
    : failed(`${address} opens a connection, which the proxy ends`);
