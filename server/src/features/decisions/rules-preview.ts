import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { consequenceText } from './policy.ts';
import { findPreview } from './queries-preview.ts';
import { findLatestDecision } from './queries.ts';
import { toDecision } from './rules.ts';

/**
 * Tells what a decision would do.
 * @throws AppError subject_not_found, also if there is no such decision about such a subject
 */
export async function previewDecision(
  db: Db,
  { subject_type, subject_id, action }: ParsedInput<'preview_decision'>,
): Promise<CallOutput<'preview_decision'>> {
  const facts = await findPreview(db, subject_type, subject_id);
  const text = facts && consequenceText(action, facts);
  if (!facts || text === undefined) throw new AppError('subject_not_found');
  const latest = await findLatestDecision(db, { type: facts.subject, id: facts.subjectId });
  const { posts, comments, reporters: reports } = facts;
  return {
    text,
    posts,
    comments,
    reports,
    version: latest?.number ?? 0,
    latest: latest ? toDecision(latest) : null,
  };
}
