import { allowSlowStatements } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Retention } from '../../platform/retention.ts';
import { deleteOldDecisions } from './queries.ts';
import { settleDecision } from './rules-undo.ts';
import type { DecisionEffects } from './rules-undo.ts';

export const decisionsRetention: Retention[] = [
  { table: 'decisions', deleteExpired: ({ db }, limit) => deleteOldDecisions(db, limit) },
];

/** Deletes what admins have hidden, once the decision cannot be undone any more. */
export const startDecisionJobs = ({ jobs, transaction }: Platform, effects: DecisionEffects): Promise<void> =>
  jobs.work('settle_decision', ({ id }) =>
    transaction(async (tx) => {
      // a stall of years has more likes and comments than a call could delete in its time
      await allowSlowStatements(tx.db);
      await settleDecision(tx, id, effects);
    }),
  );
