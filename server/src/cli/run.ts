import { startLapau } from '../main.ts';
import type { Running } from '../main.ts';
import { readConfig } from '../platform/config.ts';
import type { Platform } from '../platform/platform.ts';
import { StartRefused } from '../platform/start-refused.ts';
import { buildWeb } from './build-web.ts';

/** Runs the server until it is told to stop; a second signal ends it at once. */
export async function run(
  command: 'start' | 'demo' | 'dev',
  prepare: (platform: Platform) => Promise<void>,
  ready: (running: Running) => void | Promise<void>,
): Promise<void> {
  try {
    const config = readConfig(process.env, command);
    if (command !== 'dev') await buildWeb();
    const running = await startLapau(config, prepare);
    let stopping = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(1);
        stopping = true;
        void running.stop().then(() => process.exit(0));
      });
    }
    await ready(running);
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`\n${error.message}\n\n`);
    process.exitCode = 1;
  }
}
