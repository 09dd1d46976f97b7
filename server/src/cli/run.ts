import { startLapau } from '../main.ts';
import type { Prepare, Running } from '../main.ts';
import { readConfig } from '../platform/config/config.ts';
import { StartRefused } from '../platform/errors/start-refused.ts';
import { ensurePortFree } from '../platform/http/listen.ts';
import { buildWeb } from './build-web.ts';
import { keepProgram } from './keep-program.ts';

/** SIGHUP comes when the terminal is closed. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Time from the signal to the end of the process, also of one that still starts. */
const stopDeadlineMs = 19_000;

/**
 * Runs the server until a signal stops it. Further signals change nothing: on Ctrl-C both the terminal and npm send one.
 */
export async function run(
  command: 'start' | 'demo' | 'dev',
  prepare: Prepare,
  ready: (running: Running) => void | Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  for (const signal of stopSignals) process.on(signal, () => stopping.abort());
  if (process.env['npm_lifecycle_event'] !== undefined) onParentEnd(() => stopping.abort());
  stopping.signal.addEventListener('abort', () => {
    setTimeout(giveUp, stopDeadlineMs).unref();
    // A library that ends its connection no longer listens for its errors (pg-boss: that for NOTIFY). If the connection is
    // lost at this moment, the stop goes on all the same, so that PostgreSQL is stopped too.
    process.on('uncaughtException', ({ message }) => process.stderr.write(`While stopping: ${message}\n`));
  });
  try {
    const given = readConfig(process.env, command);
    const config = { ...given, port: await ensurePortFree(given) };
    if (command !== 'dev') await buildWeb({ signal: stopping.signal });
    await keepProgram();
    stopping.signal.throwIfAborted();
    process.umask(0o077); // whatever is made in the data folder is for this user alone
    const running = await startLapau(config, { prepare, signal: stopping.signal });
    await ready(running);
    if (!stopping.signal.aborted) await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
    await running.stop();
    process.exit(0);
  } catch (error) {
    if (stopping.signal.aborted) process.exit(0);
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`\n${error.message}\n\n`);
    process.exit(1);
  }
}

/** npm passes SIGINT and SIGTERM on, but dies of a SIGHUP or SIGKILL that only it receives. */
function onParentEnd(callback: () => void): void {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || callback(), 500).unref();
}

function giveUp(): void {
  process.stderr.write(`Lapau has not stopped in ${stopDeadlineMs / 1000} seconds and is cut off.\n`);
  process.exit(1);
}
