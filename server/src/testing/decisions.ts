import { decisionEffects } from '../app.ts';
import { settleDecision } from '../features/decisions/rules-undo.ts';
import type { TestServer } from './server.ts';

/** Does at once what is done when a decision cannot be undone any more. */
export async function settle({ platform }: TestServer, decision: { id: string } | null): Promise<void> {
  if (decision) await platform.transaction((tx) => settleDecision(tx, decision.id, decisionEffects));
}
