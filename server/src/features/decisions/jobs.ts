import { allowSlowStatements } from '../../platform/database/database.ts';
import type { Retention } from '../../platform/transactions/retention.ts';
import { workOn } from '../../platform/workers/worker.ts';
import type { Worker } from '../../platform/workers/worker.ts';
import { deleteOldDecisions } from './queries.ts';
import { settleDecision } from './rules-undo.ts';
import type { DecisionEffects } from './rules-undo.ts';
import { settleLater } from './rules.ts';

export const decisionsRetention: Retention[] = [
  { table: 'decisions', deleteExpired: ({ db }, limit) => deleteOldDecisions(db, limit) },
];

/** Deletes what admins have hidden, once the decision cannot be undone any more. */
export const decisionsWorkers = (effects: DecisionEffects): Worker[] => [
  workOn(settleLater, ({ transaction }, { id }) =>
    transaction(async (tx) => {
      // A stall that is years old has more likes and comments than a call could delete in its time.
      await allowSlowStatements(tx.db);
      await settleDecision(tx, id, effects);
    }),
  ),
];
