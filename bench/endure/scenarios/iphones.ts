import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { buildPassword } from '../../../server/src/testing/builders.ts';
import { root } from '../../shared/product.ts';
import type { ScreenLoad } from '../../shared/screen-load.ts';
import type { Outcome } from '../report.ts';
import { withTarget } from '../target/target.ts';
import type { Scenario } from './scenario.ts';

/** Each screen is loaded twenty times in the engine of an iPhone, beside a busy processor: none stays at 'Memuat...'. */
export const iphones: Scenario = async (outcome, { rounds = 20 }) => {
  if (spawnSync('WebKitWebDriver', ['--version']).error)
    outcome.skipped = 'it needs webkit2gtk-driver and xvfb of Debian';
  else await walkAll(outcome, rounds);
};

const walkAll = (outcome: Outcome, rounds: number): Promise<void> =>
  withTarget(outcome, { isRoomy: true, people: 4 }, async (target) => {
    const [person] = target.people;
    if (!person) throw new Error('there is nobody');
    const profile = target.db.selectFrom('profiles').select('email').where('id', '=', person.id);
    const { email } = await profile.executeTakeFirstOrThrow();
    const password = await buildPassword(target, person);
    const loops = Array.from({ length: 2 * availableParallelism() }, keepBusy);
    const stuck = new Map<string, number>();
    const took: number[] = [];
    try {
      for await (const { screen, tookMs } of walk([target.lapau.url, email, password, String(rounds)])) {
        if (tookMs === undefined) stuck.set(screen, (stuck.get(screen) ?? 0) + 1);
        else took.push(tookMs);
        outcome.rounds += screen === '/about' ? 1 : 0;
      }
    } finally {
      for (const loop of loops) loop.kill('SIGKILL');
    }
    for (const [screen, times] of stuck)
      outcome.faults.push(`${screen} was still loading after a minute, ${times} of ${rounds} times`);
    took.sort((one, other) => one - other);
    const seconds = (share: number) => `${((took.at(share * (took.length - 1)) ?? 0) / 1000).toFixed(1)} s`;
    const missing = [...stuck.values()].reduce((sum, times) => sum + times, 0);
    outcome.notes.push(
      `${missing} of ${took.length + missing} loads stayed at 'Memuat...'; of the others half took up to ${seconds(0.5)}, the longest ${seconds(1)}`,
    );
  });

const keepBusy = (): ChildProcess => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });

/** @yields each load of a screen when it has ended */
async function* walk(args: string[]): AsyncGenerator<ScreenLoad> {
  const walker = spawn(process.execPath, [path.join(root, 'bench/web/iphone-walk.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(walker, 'exit');
  for await (const line of createInterface({ input: walker.stdout })) yield JSON.parse(line) as ScreenLoad;
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`the walk ended with ${code}`);
}
