import { generateKeyPairSync, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const message = z.strictObject({
  token: z.string(),
  data: z.record(z.string(), z.string()),
  notification: z.strictObject({ title: z.string(), body: z.string().optional() }).optional(),
  android: z.strictObject({
    ttl: z.string().regex(/^\d+s$/),
    collapse_key: z.string(),
    priority: z.enum(['NORMAL', 'HIGH']),
    notification: z.strictObject({ tag: z.string(), notification_count: z.int() }).optional(),
  }),
});

/** Firebase Cloud Messaging with Google's tokens: it checks the exchange of RFC 7523 and what is sent with the token. */
export async function startFcm() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const received: z.output<typeof message>[] = [];
  /** The answers to the next pushes in place of 200, in order. */
  const answers: { status: number; body: object }[] = [];
  const exchanges: string[] = [];
  /** The answers to the next requests for a token, in order: a text with 200, or `reset`, which ends the connection. */
  const tokenAnswers: string[] = [];

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const reply = (status: number, answer: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    if (request.url === '/token') {
      const instead = tokenAnswers.shift();
      if (instead === 'reset') return void request.socket.destroy();
      if (instead !== undefined) return void response.writeHead(200).end(instead);
      const form = new URLSearchParams(body);
      const assertion = form.get('assertion') ?? '';
      const [header = '', claims = '', signature = ''] = assertion.split('.');
      const signed = Buffer.from(`${header}.${claims}`);
      const isRight =
        form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
        verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'));
      const { iss, aud, scope } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
      if (
        !isRight ||
        iss !== 'lapau@push.test' ||
        aud !== `${url}/token` ||
        !String(scope).endsWith('firebase.messaging')
      )
        return reply(400, { error: 'invalid_grant' });
      exchanges.push(`token ${exchanges.length + 1}`);
      return reply(200, { access_token: exchanges.at(-1), expires_in: 3599, token_type: 'Bearer' });
    }
    if (request.url !== '/v1/projects/lapau-test/messages:send') return reply(404, {});
    if (request.headers.authorization !== `Bearer ${exchanges.at(-1)}`) return reply(401, {});
    const parsed = z.strictObject({ message }).safeParse(JSON.parse(body));
    if (!parsed.success || body.length > 5_000) return reply(400, { error: { status: 'INVALID_ARGUMENT' } });
    const answer = answers.shift();
    if (answer) return reply(answer.status, answer.body);
    received.push(parsed.data.message);
    return reply(200, { name: 'projects/lapau-test/messages/1' });
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    answers,
    exchanges,
    tokenAnswers,
    account: {
      project_id: 'lapau-test',
      client_email: 'lapau@push.test',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      token_uri: `${url}/token`,
    },
  };
}
