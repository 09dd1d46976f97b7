import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from './log.ts';

type Line = { level: number; msg: string; repeated?: number; err?: object; count?: number; number?: number };

function createMemoryLog() {
  const lines: Line[] = [];
  return { lines, log: createLog('info', { write: (line) => lines.push(JSON.parse(line) as Line) }) };
}

const failing = (message: string) => Object.assign(new Error(message), { detail: 'Key (email)=(siti@lapau.test)' });

describe('a cause that repeats', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is logged at once, then once a minute with the number of repeats', () => {
    const { lines, log } = createMemoryLog();
    const outage = () => log.warn({ reason: 'ECONNREFUSED' }, 'answered 503');
    const times = (count: number) => Array.from({ length: count }).forEach(outage);
    times(100);
    expect(lines).toMatchObject([{ level: 40, reason: 'ECONNREFUSED' }]);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ level: 40, reason: 'ECONNREFUSED', msg: 'answered 503', repeated: 99 });
    times(7);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(2)).toMatchObject([{ repeated: 7 }]);
    vi.advanceTimersByTime(600_000);
    expect(lines).toHaveLength(3);
    times(2);
    expect(lines.slice(3)).toHaveLength(1);
  });

  test('is distinguished by message, fields, level and the place of its error, not by the error’s message', () => {
    const { lines, log } = createMemoryLog();
    const here = (id: number) => log.error({ err: failing(`no row ${id}`), url: '/a' }, 'request failed');
    for (const id of [1, 2, 3]) here(id);
    log.error({ err: failing('no row 4'), url: '/a' }, 'request failed');
    for (const url of ['/b', '/c', '/c']) log.warn({ url }, 'answered 503');
    for (const tookMs of [600, 700]) log.warn({ tookMs, statement: 'select' }, 'a slow statement');
    log.warn('PUBLIC_URL is not set: links start with %s', 'http://a');
    for (const file of ['a', 'b']) log.info({ file }, 'a mail was written');
    for (const file of ['b', 'b']) log.info({ file }, 'a mail was written');
    expect(lines.map(({ msg }) => msg)).toEqual([
      ...Array<string>(2).fill('request failed'),
      ...Array<string>(2).fill('answered 503'),
      'a slow statement',
      'PUBLIC_URL is not set: links start with http://a',
      ...Array<string>(4).fill('a mail was written'),
    ]);
  });

  test('takes a bounded amount of memory', () => {
    const { lines, log } = createMemoryLog();
    for (let id = 0; id < 10_000; id += 1) log.warn({ id }, 'always another');
    // There are a hundred lines, and one that stands for all others.
    expect(lines).toHaveLength(101);
    log.warn('a backup is old');
    expect(lines.at(-1)).toMatchObject({ msg: 'a backup is old' });
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(103);
    expect(lines[102]).toMatchObject({ id: 9_999, repeated: 9_899 });
    vi.advanceTimersByTime(600_000);
    lines.length = 0;
    for (let id = 0; id < 10_000; id += 1) log.warn({ id }, `message ${id % 1_000}`);
    expect(lines).toHaveLength(501);
  });
});

test('an outage is logged without a stack, a fault with it, and neither with people’s data', () => {
  const { lines, log } = createMemoryLog();
  log.warn({ err: Object.assign(failing('the database system is starting up'), { code: '57P03' }) }, 'outage');
  log.error({ err: Object.assign(failing('duplicate key'), { code: '23505' }) }, 'fault');
  expect(lines.map(({ err }) => err)).toEqual([
    { message: '57P03 the database system is starting up' },
    { type: 'Error', message: 'duplicate key', code: '23505', stack: expect.stringContaining('log.test.ts') },
  ]);
});

describe('a process whose standard output', () => {
  const start = async (output: 'pipe' | number) => {
    const program = path.join(import.meta.dirname, '../../testing/logging-process.ts');
    const child = fork(program, { stdio: ['ignore', output, 'inherit', 'ipc'], execArgv: [] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child, 'message');
    return {
      child,
      /** @returns how many lines the process reports to have logged */
      log: async (count: number) => {
        child.send(count);
        const [logged] = (await once(child, 'message')) as [number];
        return logged;
      },
    };
  };

  test('is a pipe that is not read continues, and logs how many lines were dropped once it is read again', async () => {
    const { child, log } = await start('pipe');
    expect(await log(20_000)).toBe(20_000);
    const { stdout } = child;
    if (!stdout) throw new Error('no pipe');
    const written: string[] = [];
    stdout.setEncoding('utf8').on('data', (chunk: string) => written.push(chunk));
    const lines = () => written.join('').split('\n').slice(0, -1);
    await expect.poll(() => stdout.readableLength === 0 && written.join('').endsWith('\n')).toBe(true);
    const hasNotice = async () => {
      await log(1);
      return lines().some((line) => line.includes('could not be written'));
    };
    await expect.poll(hasNotice).toBe(true);
    const parsed = lines()
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
    // There is one notice each time that lines were dropped.
    const notices = parsed.filter(({ number }) => number === undefined);
    expect(new Set(notices.map(({ msg }) => msg))).toEqual(new Set(['log lines could not be written']));
    const dropped = notices.reduce((sum, { count = 0 }) => sum + count, 0);
    expect(dropped).toBeGreaterThan(10_000);
    expect(parsed.length - notices.length + dropped).toBeGreaterThanOrEqual(20_001);
  });

  test('is a pipe whose reader has closed it continues', async () => {
    const { child, log } = await start('pipe');
    child.stdout?.destroy();
    expect(await log(1_000)).toBe(1_000);
    expect(await log(1_000)).toBe(1_000);
  });

  test('is a file that cannot be written continues', async () => {
    const file = openSync(import.meta.filename, 'r');
    const { log } = await start(file);
    closeSync(file);
    expect(await log(1_000)).toBe(1_000);
    expect(await log(1_000)).toBe(1_000);
  });
});
