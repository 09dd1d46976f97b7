import type { appealStatuses } from '@lapau/contract/appeals';
import { ofKnown } from '@lapau/contract/known';
import type { AppealStatus } from '../api.ts';

const outcomes: Record<(typeof appealStatuses)[number], string> = {
  pending: 'Keberatan Anda sudah terkirim. Tunggu keputusan admin.',
  accepted: 'Keberatan Anda diterima.',
  rejected: 'Keberatan Anda sudah diperiksa. Keputusan semula tetap berlaku.',
};

/** How far an appeal is, with what an admin has answered. */
export const AppealOutcome = ({ status, answer }: { status: AppealStatus; answer: string }) => (
  <div role="status" className="grid gap-1">
    <p>{ofKnown(outcomes, status) ?? 'Keberatan Anda sudah terkirim.'}</p>
    {answer && (
      <p className="own-box wrap-anywhere whitespace-pre-line text-muted">
        Jawaban admin: <bdi>{answer}</bdi>
      </p>
    )}
  </div>
);
