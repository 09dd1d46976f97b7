import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log/log.ts';
import { referenceOf } from '../log/request-context.ts';
import { createHttpServer } from './server.ts';

const lines: Record<string, unknown>[] = [];
beforeEach(() => void lines.splice(0));
const log = createLog('info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
const app = await createHttpServer(readConfig({}, 'start'), log);
afterAll(() => app.close());

app.post('/echo', (request, reply) => void reply.send(request.body));
app.get('/outage', async () => {
  throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
});
app.get('/fault', async () => {
  throw new Error('a fault of the program');
});
const answered = new Set<() => void>();
app.addHook('onSend', async () => {
  for (const listener of answered) listener();
});
app.get('/late-fault', async () => {
  await delay(1);
  log.info('on the way');
  throw new Error('a fault of the program');
});
app.post('/echo-and-log', async ({ body }) => {
  log.info('the body is there');
  return body;
});
app.get('/one-cause', async () => {
  throw Object.assign(new Error('one cause'), { code: '57P03' });
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });

test('an outage is answered 503 and logged in one line without a stack, however many calls it refuses', async () => {
  for (let count = 0; count < 20; count += 1) expect((await fetch(`${url}/outage`)).status).toBe(503);
  expect(lines).toMatchObject([{ level: 40, reason: 'connect ECONNREFUSED', msg: 'answered 503' }]);
  expect(JSON.stringify(lines)).not.toContain('stack');
});

test('a fault of the program is answered 500 and logged with its stack', async () => {
  const answer = await fetch(`${url}/fault`);
  expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'server_error' }]);
  expect(lines).toMatchObject([{ level: 50, url: '/fault', err: { stack: expect.stringContaining('failures.test') } }]);
});

test('a request whose connection breaks off is not logged', async () => {
  const { port } = app.server.address() as AddressInfo;
  const arrived = once(app.server, 'request');
  const handled = new Promise<void>((resolve) => answered.add(resolve));
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /echo HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"a":`,
  );
  await arrived;
  socket.destroy();
  await handled;
  expect(lines).toEqual([]);
});

const idIn = ({ headers }: Response) => headers.get('x-request-id') ?? '';

describe('the id of a request', () => {
  const post = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' });

  test('is in its answer and in each of its log lines, and what people are shown of it in its error', async () => {
    const answer = await fetch(`${url}/late-fault`);
    const request = idIn(answer);
    const reference = referenceOf(request);
    expect(reference).toMatch(/^[2-9B-DF-HJKMNP-TV-Z]{4}$/);
    expect(await answer.json()).toMatchObject({ code: 'server_error', reference });
    expect(lines).toMatchObject([
      { msg: 'on the way', request, reference },
      { msg: 'request failed', request, reference },
    ]);
    log.info('afterwards');
    expect(lines[2]).not.toHaveProperty('request');
  });

  test('is known to what handles a request after its body has arrived', async () => {
    const answer = await post('/echo-and-log');
    expect(lines).toMatchObject([{ msg: 'the body is there', request: idIn(answer) }]);
  });

  test('is another for each, and no error names it that is the client’s fault', async () => {
    const answers = await Promise.all([post('/echo'), post('/echo'), fetch(`${url}/none`)]);
    expect(new Set(answers.map(idIn)).size).toBe(3);
    expect(await answers[2].json()).not.toHaveProperty('reference');
  });

  test('is not what a client says', async () => {
    const claimed = '0123456789abcdef';
    const answer = await post('/echo', { 'x-request-id': claimed, 'x-forwarded-for': '192.0.2.1' });
    expect(idIn(answer)).not.toBe(claimed);
  });

  test('is a trusted proxy’s where that is well-formed', async () => {
    const behindProxy = await createHttpServer(readConfig({ TRUST_PROXY: '1' }, 'start'), log);
    onTestFinished(() => behindProxy.close());
    behindProxy.get('/', async () => ({}));
    const ask = async (id: string, forwarded?: string) => {
      const headers = { 'x-request-id': id, ...(forwarded && { 'x-forwarded-for': forwarded }) };
      const { headers: answered } = await behindProxy.inject({ url: '/', headers: { host: 'localhost', ...headers } });
      return answered['x-request-id'] === id;
    };
    expect(await ask('0123456789abcdef', '192.0.2.1')).toBe(true);
    expect(await ask('7F000001:8296_7F00001E:1F90_4F7B0A69_0003:790E', '192.0.2.1')).toBe(true);
    // This request does not come through the proxy.
    expect(await ask('0123456789abcdef')).toBe(false);
    for (const malformed of ['short', 'a line "of" words', 'x'.repeat(200)])
      expect(await ask(malformed, '192.0.2.1')).toBe(false);
  });
});

test('requests that meet one cause are all named in the line that stands for them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  // This cause is only this test's, so that earlier tests have not opened its window.
  app.log.warn({ reason: '57P03 one cause' }, 'answered 503');
  const references: unknown[] = [];
  for (let count = 0; count < 3; count += 1) {
    const answer = await fetch(`${url}/one-cause`);
    references.push(((await answer.json()) as { reference: string }).reference);
  }
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(lines[1]).toMatchObject({ reason: '57P03 one cause', repeated: 3, references });
  expect(lines[1]).not.toHaveProperty('request');
});
