import { parseArgs } from 'node:util';
import { buildWeb } from '../../server/src/cli/build-web.ts';
import { machine } from '../shared/machine.ts';
import { emptyOutcome, giveUp, hasFailed, line, summary } from './report.ts';
import type { Outcome } from './report.ts';
import { accounts } from './scenarios/accounts.ts';
import { badges } from './scenarios/badges.ts';
import { clock } from './scenarios/clock.ts';
import { clocks } from './scenarios/clocks.ts';
import { contention } from './scenarios/contention.ts';
import { database } from './scenarios/database.ts';
import { failover } from './scenarios/failover.ts';
import { floods } from './scenarios/floods.ts';
import { fullDisk } from './scenarios/full-disk.ts';
import { guessing } from './scenarios/guessing.ts';
import { hostileSockets } from './scenarios/hostile-sockets.ts';
import { iphones } from './scenarios/iphones.ts';
import { kills } from './scenarios/kills.ts';
import { mails } from './scenarios/mails.ts';
import { messages } from './scenarios/messages.ts';
import { mixedLoad } from './scenarios/mixed-load.ts';
import { nodes } from './scenarios/nodes.ts';
import { pictures } from './scenarios/pictures.ts';
import { pushes } from './scenarios/pushes.ts';
import { reconnects } from './scenarios/reconnects.ts';
import { rejoins } from './scenarios/rejoins.ts';
import { restore } from './scenarios/restore.ts';
import type { RunLength, Scenario } from './scenarios/scenario.ts';
import { services } from './scenarios/services.ts';
import { frozenDatabase, silentConnections } from './scenarios/silent-database.ts';
import { slowClients } from './scenarios/slow-clients.ts';
import { stops } from './scenarios/stops.ts';
import { storage } from './scenarios/storage.ts';
import { upgrade } from './scenarios/upgrade.ts';
import { village } from './scenarios/village.ts';

// npm run endure [-- --only kills,database] [--rounds 20] [--minutes 10] [--sockets 2000] [--seed 1] [--fault frozen] [--from v1.0.0]

const scenarios: Record<string, Scenario> = {
  kills,
  database,
  'silent-connections': silentConnections,
  'frozen-database': frozenDatabase,
  'full-disk': fullDisk,
  'slow-clients': slowClients,
  contention,
  clock,
  clocks,
  guessing,
  mails,
  storage,
  pictures,
  'hostile-sockets': hostileSockets,
  iphones,
  messages,
  pushes,
  accounts,
  badges,
  floods,
  reconnects,
  'mixed-load': mixedLoad,
  rejoins,
  services,
  stops,
  village,
  upgrade,
  restore,
  failover,
  nodes,
};

if (process.platform !== 'linux') {
  console.error('It finds processes and their memory in /proc, which only Linux has.');
  process.exit(1);
}
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    sockets: { type: 'string' },
    seed: { type: 'string' },
    fault: { type: 'string' },
    from: { type: 'string' },
  },
});
const amount = (name: 'rounds' | 'minutes' | 'sockets' | 'seed'): RunLength => {
  const value = options[name];
  if (value === undefined) return {};
  if (!(Number(value) > 0)) throw new Error(`--${name} is a number above 0, not ${value}.`);
  return { [name]: Number(value) };
};
const { fault, from } = options;
const length = {
  ...(fault !== undefined && { fault }),
  ...(from !== undefined && { from }),
  ...amount('rounds'),
  ...amount('minutes'),
  ...amount('sockets'),
  ...amount('seed'),
};
const wanted = (options.only?.split(',') ?? Object.keys(scenarios)).map((name) => {
  const run = scenarios[name];
  if (!run) throw new Error(`There is no scenario ${name}; there are ${Object.keys(scenarios).join(', ')}.`);
  return { name, run };
});

await buildWeb();
const outcomes: Outcome[] = [];
for (const { name, run } of wanted) {
  const outcome = emptyOutcome(name);
  outcomes.push(outcome);
  try {
    await run(outcome, length);
  } catch (error) {
    giveUp(outcome, error);
  }
  console.log([line(outcome), ...outcome.faults].join('\n  '));
}
console.log(`\n${summary(outcomes)}\n\n${machine([])}`);
process.exitCode = outcomes.some(hasFailed) ? 1 : 0;
