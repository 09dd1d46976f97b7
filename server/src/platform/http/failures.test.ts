import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
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
