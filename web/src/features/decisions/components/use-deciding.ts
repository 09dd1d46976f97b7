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
  /** What another admin has decided meanwhile; null when it is not known or was undone. Undefined while nobody has. */
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
    // The server knows a decision that the admin sends twice as one.
    retry: retryTransient,
    onSuccess: (decision) => {
      const { done, about } = question;
      toast.success(done, {
        description: done.includes(about) ? undefined : about,
        ...(decision && undoable(() => undo({ ...decision, about }), decision)),
      });
    },
    onError: onRefused,
    // What a decision hides or shows may be on any screen.
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
    // A lower version than the one seen: the latest decision has been undone.
    earlier: decidedMeanwhile && decidedMeanwhile.version < (seen ?? 0) ? null : decidedMeanwhile,
    decide: (given) =>
      preview.data &&
      mutate(
        { ...given, version: isDecidedByOther ? (seen ?? 0) : preview.data.version },
        // Not called when the dialog was left, as it may show another question by now; a toast says what has been decided.
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
