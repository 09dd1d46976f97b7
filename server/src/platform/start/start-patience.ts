import { connectionsOfProcess } from '../database/connections.ts';
import { StartRefused } from '../errors/start-refused.ts';
import { isSilence } from './start-failures.ts';

/** How long a start waits for something that may come by itself. */
export type Patience = {
  /** For a server that is not there yet, or says nothing while its machine starts. */
  silentMs: number;
  /**
   * For a server that says why it cannot be used: a standby that is about to be the primary, or connections that another process still
   * has.
   */
  refusingMs: number;
};

export const usualPatience: Patience = { silentMs: 5 * 60_000, refusingMs: 15_000 };

type Failure = Error & { code?: unknown; detail?: unknown };
type Kind = {
  patience: keyof Patience;
  is: (error: Failure) => boolean;
  /** The text for the operator when the wait is over: why the database cannot be used, and what to do. */
  text: (place: string, reason: string) => string;
};

const cannotBeUsed = (place: string, reason: string): string => `The database at ${place} cannot be used: ${reason}.`;

const kinds: Kind[] = [
  {
    // A proxy without a server behind it closes connections that it has taken, and so does a server that is no PostgreSQL.
    patience: 'silentMs',
    is: (error) => isSilence(error) || error.message.startsWith('Connection terminated'),
    text: (place) =>
      `The database at ${place} gives no answer.\n` +
      'Check that DATABASE_URL names a PostgreSQL server, and that the server runs; a pooler before it has the reason in its log.',
  },
  {
    // The name of a container is known once it runs.
    patience: 'silentMs',
    is: ({ code }) => code === 'ENOTFOUND',
    text: (place) =>
      `The database at ${place} cannot be found: no such name is known.\nCheck the host in DATABASE_URL.`,
  },
  {
    patience: 'refusingMs',
    is: ({ code }) => code === '25006',
    text: (place, reason) =>
      `${cannotBeUsed(place, reason)}\nDATABASE_URL has to name a server that takes writes: the primary, without default_transaction_read_only.`,
  },
  {
    patience: 'refusingMs',
    is: ({ code }) => code === '53300',
    text: (place, reason) =>
      `${cannotBeUsed(place, reason)}\nA start needs ${connectionsOfProcess.fewest} connections at once, and Lapau takes up to ` +
      `${connectionsOfProcess.most}: raise the limit of the server (max_connections), the role, the database or the pooler.`,
  },
  {
    // The database takes no connections, a standby takes none at all, or a pooler is refused by its server.
    patience: 'refusingMs',
    is: ({ code, detail }) =>
      code === '55000' || code === '08P01' || (code === '57P03' && /hot standby/i.test(String(detail))),
    text: (place, reason) =>
      `${cannotBeUsed(place, reason)}\nCheck DATABASE_URL, and what the server or pooler behind it says.`,
  },
];

/**
 * Ends a start that waits too long. Each kind of failure has a wait of its own, as a pooler may be silent and refuse by turns; all
 * begin anew when the server was off, recovered or had a full disk, which may last for hours.
 * @returns a function to be called with each failure; it gives the refusal once a kind of failure has come for too long
 */
export function createImpatience(url: string, patience: Patience) {
  const firstAt = new Map<Kind, number>();
  return (error: unknown): StartRefused | undefined => {
    if (!(error instanceof Error)) return undefined;
    const kind = kinds.find(({ is }) => is(error));
    if (!kind) {
      firstAt.clear();
      return undefined;
    }
    const now = performance.now();
    const since = firstAt.get(kind) ?? now;
    firstAt.set(kind, since);
    if (now - since < patience[kind.patience]) return undefined;
    return new StartRefused(kind.text(placeOf(url), error.message), { cause: error });
  };
}

/** Names the database by its host and port, without the password of the connection string. */
function placeOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return `${host || 'localhost'}${port && `, port ${port},`}`;
}
