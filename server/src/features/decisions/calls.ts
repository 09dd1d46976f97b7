import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { previewDecision } from './rules-preview.ts';
import { undoDecision } from './rules-undo.ts';
import type { DecisionEffects, OnUndone } from './rules-undo.ts';

export const decisionsCalls = (
  platform: Platform,
  handedIn: { effects: DecisionEffects; onUndone: OnUndone },
): Handlers<'undo_decision' | 'preview_decision'> => ({
  undo_decision: ({ input, actor }) =>
    platform.transaction((tx) => undoDecision(tx, actor, input.decision_id, handedIn)),
  preview_decision: ({ input }) => previewDecision(platform.database.db, input),
});
