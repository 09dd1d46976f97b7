import { limits } from '@lapau/contract/limits';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { mayReadAppeal } from './policy.ts';
import { findAppealAndDecision, findPendingAppeals } from './queries.ts';
import { decideAppeal } from './rules-decide.ts';
import type { LiftSuspension } from './rules-decide.ts';
import { appealRemoval, submitAppeal } from './rules.ts';

type AppealCalls = 'submit_appeal' | 'appeal_removal' | 'get_my_appeal' | 'get_pending_appeals' | 'decide_appeal';

export const appealsCalls = (
  { database, transaction }: Platform,
  { liftSuspension }: { liftSuspension: LiftSuspension },
): Handlers<AppealCalls> => ({
  submit_appeal: async ({ input }) => {
    await transaction((tx) => submitAppeal(tx, input));
    return { submitted: true };
  },
  appeal_removal: async ({ input, actor }) => {
    await transaction((tx) => appealRemoval(tx, actor, input));
    return { submitted: true };
  },
  get_my_appeal: async ({ input, actor }) => {
    const found = await findAppealAndDecision(database, input.decision_id);
    if (!found || !mayReadAppeal(actor, found)) throw new AppError('decision_not_found');
    return { appeal: found.appeal };
  },
  get_pending_appeals: ({ input, actor }) => findPendingAppeals(database, actor.id, limits.undoMs, input),
  decide_appeal: ({ input, actor }) => transaction((tx) => decideAppeal(tx, actor, input, liftSuspension)),
});
