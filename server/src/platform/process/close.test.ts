import { pino } from 'pino';
import { expect, test } from 'vitest';
import { closeAll } from './close.ts';

test('closes resources in reverse order of opening; one that fails or hangs is logged and does not stop the others', async () => {
  const closed: string[] = [];
  const lines: unknown[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line) => lines.push(JSON.parse(line)) });
  const resource = (name: string, end: () => Promise<unknown>) => ({
    name,
    timeoutMs: 5,
    close: () => {
      closed.push(name);
      return end();
    },
  });
  await closeAll(
    [
      resource('the database', async () => {}),
      resource('the queue', () => new Promise(() => {})),
      resource('the server', async () => Promise.reject(new Error('it was closed before'))),
    ],
    log,
  );
  expect(closed).toEqual(['the server', 'the queue', 'the database']);
  expect(lines).toEqual([
    { level: 50, reason: 'it was closed before', msg: 'could not close the server' },
    { level: 50, reason: 'not closed after 5 ms', msg: 'could not close the queue' },
  ]);
});
