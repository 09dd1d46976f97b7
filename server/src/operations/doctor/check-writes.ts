import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { limits } from '@lapau/contract/limits';
import { startTimeout } from '../../platform/process/timeout.ts';
import { codeIn, error, failureOf, ok, reasonOf, refusalOf, warning } from './finding.ts';
import type { Finding } from './finding.ts';

const sizeMend =
  'Raise the limit of the proxy to 11 MB; nginx: client_max_body_size 11m; Apache: LimitRequestBody 11534336';

const failed = (what: string, mend: string) => error('writes', what, mend);

/**
 * Checks that what a page of PUBLIC_URL sends gets through the proxy: a call, which Lapau refuses only for its body, and a photo of
 * the largest size, which it refuses only for want of a session.
 * @param limitMs how long the photo may take
 */
export async function checkWrites(publicUrl: string, limitMs: number): Promise<Finding> {
  return (
    (await faultInCall(publicUrl)) ??
    (await faultInUpload(publicUrl, limitMs)) ??
    ok('writes', `calls and photos come through ${publicUrl}`)
  );
}

/** The headers that a browser sends with a page's writes. */
const headersOf = (publicUrl: string, type: string) => ({
  origin: publicUrl,
  'content-type': type,
  'sec-fetch-site': 'same-origin',
  'user-agent': 'lapau-doctor',
});

/** Lapau's refusal names this field. */
const unknownField = 'asked_by_doctor';

async function faultInCall(publicUrl: string): Promise<Finding | undefined> {
  const address = `${publicUrl}/rpc/submit_appeal`;
  const headers = headersOf(publicUrl, 'application/json');
  const answer = await fetch(address, {
    method: 'POST',
    headers,
    body: JSON.stringify({ [unknownField]: '' }),
    redirect: 'manual',
  }).catch((failure: unknown) => {
    throw new Error(`${address}: ${failureOf(failure)}`, { cause: failure });
  });
  const body = await answer.text();
  const code = codeIn(body);
  if (code === 'invalid_input' && body.includes(unknownField)) return undefined;
  const mend = 'Have the proxy pass on the method POST, the header Content-Type and the body.';
  return (
    refusalOf('writes', address, answer.status, code) ??
    failed(`${address}, called with POST, is answered with ${answer.status}, not as Lapau does`, mend)
  );
}

/**
 * Asks whether the photo may be sent (RFC 9110, section 10.1.1), and sends none. This does not find a limit of a proxy that only
 * counts what it has received, as Apache does.
 */
async function faultInUpload(publicUrl: string, limitMs: number): Promise<Finding | undefined> {
  const address = `${publicUrl}/storage/posts/doctor`;
  const found = Promise.withResolvers<Finding | undefined>();
  const request = (publicUrl.startsWith('https:') ? https : http).request(address, {
    agent: false,
    method: 'POST',
    headers: {
      ...headersOf(publicUrl, 'image/jpeg'),
      'content-length': limits.photoBytes,
      expect: '100-continue',
    },
  });
  request
    .once('continue', () => found.resolve(undefined))
    .once('response', (response) => void faultIn(response, address).then(found.resolve, found.reject))
    .once('error', (failure) =>
      found.resolve(failed(`${address}, sent a photo of 10 MB, fails (${reasonOf(failure)})`, sizeMend)),
    );
  const timeout = startTimeout(limitMs, () =>
    found.resolve(warning('writes', `${address}, sent a photo of 10 MB, gets no answer`, sizeMend)),
  );
  request.flushHeaders();
  try {
    return await found.promise;
  } finally {
    timeout.cancel();
    request.destroy();
  }
}

async function faultIn(response: http.IncomingMessage, address: string): Promise<Finding | undefined> {
  const code = codeIn(await text(response));
  if (code === 'unauthenticated') return undefined;
  return (
    refusalOf('writes', address, response.statusCode, code) ??
    failed(`${address}, sent a photo of 10 MB, is answered with ${response.statusCode} by the proxy`, sizeMend)
  );
}
