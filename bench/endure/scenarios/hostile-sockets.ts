import { attackSockets } from '../../../server/src/testing/hostile-sockets.ts';
import { withTarget } from '../target/target.ts';
import { underLoad } from '../verify.ts';
import type { Scenario } from './scenario.ts';

const attackers = 3;
const socketsPerKind = 4;

/** Sockets that never read send every kind of message at once, for minutes, while everybody else writes. */
export const hostileSockets: Scenario = (outcome, { minutes = 10 }) =>
  withTarget(outcome, { isRoomy: true }, async (target) => {
    await underLoad(target, async () => {
      const [first = '', ...others] = target.people.slice(0, attackers).map(({ cookie }) => cookie);
      const { kinds } = await attackSockets({
        url: target.lapau.url,
        cookies: [first, ...others],
        socketsPerKind,
        durationMs: minutes * 60_000,
      });
      const sum = (of: 'opened' | 'closedByServer' | 'bytesSent') =>
        Object.values(kinds).reduce((total, counts) => total + counts[of], 0);
      const sent = `${Math.round(sum('bytesSent') / 1e6)} MB in ${minutes} min`;
      outcome.notes.push(
        `${sum('opened')} hostile sockets, ${sum('closedByServer')} of them closed by the server, sent ${sent}`,
      );
    });
  });
