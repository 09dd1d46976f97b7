import type { Outcome } from '../report.ts';

/** What the command line asks for; a scenario has its own full length for what is left out. */
export type Length = { rounds?: number; minutes?: number; sockets?: number; seed?: number };

export type Scenario = (outcome: Outcome, length: Length) => Promise<void>;
