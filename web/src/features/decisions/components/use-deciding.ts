import type { CallOutput } from '@lapau/contract/calls';
import type { Decision } from '@lapau/contract/decisions';
import { limits } from '@lapau/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { retryTransient } from '../../../lib/query/query.ts';
import { toast } from '../../../lib/screen/toast.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { previewQuery, undoDecision } from '../api.ts';
import { useDecisionRealtime } from '../realtime.ts';
import type { Given, Question } from './question.ts';

type Deciding = {
  preview: UseQueryResult<CallOutput<'preview_decision'>>;
  /** The decision of another admin meanwhile; null when it is not known or was undone, undefined while nobody has decided. */
  earlier: Decision | null | undefined;
  decide: (given: Omit<Given, 'version'>) => void;
  isPending: boolean;
};

/** Asks the server what a decision would do, and decides. */
export function useDeciding(
  question: Question,
  open: boolean,
  { onClose, onRefused }: { onClose: () => void; onRefused: (error: Error) => void },
): Deciding {
  const { user } = useMember();
  useDecisionRealtime(question.proposal);
  const preview = useQuery({ ...previewQuery(question.proposal, useId()), enabled: open });
  const [seen, setSeen] = useState(question.version);
  if (seen === undefined && preview.data) setSeen(preview.data.version);
  const { mutate: undo } = useMutation(undoDecision);
  const { mutate, error, status } = useMutation({
    mutationFn: question.decide,
    // The server treats a decision that is sent twice as one.
    retry: retryTransient,
    onSuccess: (decision) => {
      const { done, about } = question;
      toast.success(done, {
        description: done.includes(about) ? undefined : about,
        ...(decision && undoable(() => undo({ ...decision, about }), decision)),
      });
    },
    onError: onRefused,
    // Any screen may show things that a decision hides or brings back.
    onSettled: (_decision, _error, _given, _context, { client }) => void client.invalidateQueries(),
    meta: { failed: question.failed, failedBy: { ...question.failedBy, already_decided: null } },
  });
  const latest = preview.data?.latest;
  // One's own decisions are left out, as the list is about to show them.
  const isDecidedByOther = preview.data && preview.data.version !== seen && latest?.decided_by !== user.id;
  const refused = error instanceof ApiError && error.code === 'already_decided' ? error : undefined;
  const decidedMeanwhile = refused
    ? (refused.current as Decision | null)
    : isDecidedByOther && status !== 'pending' && status !== 'success'
      ? latest
      : undefined;
  return {
    preview,
    // The version is lower than the one seen, so the latest decision has been undone.
    earlier: decidedMeanwhile && decidedMeanwhile.version < (seen ?? 0) ? null : decidedMeanwhile,
    decide: (given) =>
      preview.data &&
      mutate(
        { ...given, version: isDecidedByOther ? (seen ?? 0) : preview.data.version },
        // A dialog that was left is not closed, as it may show another question by now; a toast tells the decision.
        { onSuccess: onClose },
      ),
    isPending: status === 'pending',
  };
}

const undoable = (undo: () => void, { id }: Decision) => ({
  id,
  action: { label: 'Urungkan', onClick: undo },
  durationMs: limits.undoMs,
});
