import type { Outcome } from '../report.ts';

/** What the command line asks for; a scenario has its own full length for what is left out. */
export type RunLength = {
  rounds?: number;
  minutes?: number;
  sockets?: number;
  seed?: number;
  /** The commit or tag of the release that is upgraded, or tried in place of this tree. */
  from?: string;
  /** A scenario that goes through several faults in turns takes only those whose names contain this. */
  fault?: string;
};

export type Scenario = (outcome: Outcome, length: RunLength) => Promise<void>;
