import { startLapau } from '../main.ts';
import type { Prepare, Running } from '../main.ts';
import { readConfig } from '../platform/config.ts';
import { StartRefused } from '../platform/start-refused.ts';
import { buildWeb } from './build-web.ts';

/** Runs the server until it is told to stop, also while it still starts; a second signal ends it at once. */
export async function run(
  command: 'start' | 'demo' | 'dev',
  prepare: Prepare,
  ready: (running: Running) => void | Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (stopping.signal.aborted ? process.exit(1) : stopping.abort()));
  }
  try {
    const config = readConfig(process.env, command);
    if (command !== 'dev') await buildWeb();
    const running = await startLapau(config, prepare, stopping.signal);
    await ready(running);
    if (!stopping.signal.aborted) await new Promise((told) => stopping.signal.addEventListener('abort', told));
    await running.stop();
    process.exit(0);
  } catch (error) {
    if (stopping.signal.aborted) process.exit(0);
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`\n${error.message}\n\n`);
    process.exitCode = 1;
  }
}
