import type { OwnApplication } from '@lapau/contract/applications';
import { ofKnown } from '@lapau/contract/known';
import { CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { fieldNames } from './application-fields.ts';

/** Says that an application was rejected, why, and which field to change. */
export function RejectionNote({ application, children }: { application: OwnApplication; children?: ReactNode }) {
  const { rejection_reason: reason, rejection_field: field } = application;
  const fieldName = field && ofKnown(fieldNames, field);
  return (
    <div className="grid gap-2 rounded-card border border-line bg-surface p-4">
      <p className="flex items-center gap-2 font-semibold">
        <CircleX aria-hidden="true" className="size-5 shrink-0 text-red-text" />
        Pengajuan Anda ditolak.
      </p>
      {reason && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {reason}
        </p>
      )}
      {fieldName && (
        <p className="text-small text-muted">
          Yang perlu diperbaiki: <strong className="text-text">{fieldName}</strong>
        </p>
      )}
      {children}
    </div>
  );
}
