import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

export type Answer = { status: number; text: string; retryAfterSeconds: number | undefined };

export type Posted = {
  headers: Record<string, string | number>;
  body: string | Buffer;
  timeoutMs: number;
  agent?: https.Agent;
  lookup?: LookupFunction;
};

/** How much of an answer is read: only errors have a text, which is short. */
const maxAnswerLength = 16 * 1024;

/**
 * Makes a POST request; a redirect is an answer like any other. If an answer has begun and does not end in time, the part that came
 * counts, as a push that was taken may not be sent again.
 * @throws when there is no answer in time
 */
export function post(url: string, posted: Posted): Promise<Answer> {
  const { headers, body, timeoutMs, agent, lookup } = posted;
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = request(url, { method: 'POST', headers, agent, lookup, signal }, (response) => {
      let text = '';
      const finish = () =>
        resolve({
          status: response.statusCode ?? 0,
          text,
          retryAfterSeconds: retryAfter(response.headers['retry-after']),
        });
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length <= maxAnswerLength) return;
        finish();
        response.destroy();
      });
      response.on('end', finish);
      response.on('error', finish);
      sent.off('error', refuse).on('error', finish);
    });
    // The other side may close a kept connection just when it is used again, so the request is made once more.
    const refuse = (error: NodeJS.ErrnoException) =>
      sent.reusedSocket && error.code === 'ECONNRESET' ? resolve(post(url, posted)) : reject(error);
    sent.on('error', refuse);
    sent.end(body);
  });
}

const daySeconds = 86_400;

/** Reads Retry-After: seconds, or a moment by the other side's clock; more than a day counts as a day. */
function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), daySeconds) : undefined;
}
