import type { PendingReport } from '@lapau/contract/reports';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';

const shownAtFirst = 3;

/** Shows why people have reported something: the first reasons, and all of them on a tap. */
export function ReportReasons({ report }: { report: PendingReport }) {
  const { reports, reports_count: count } = report;
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? reports : reports.slice(0, shownAtFirst);
  // The server sends only the oldest reports.
  const left = count - reports.length;
  return (
    <div className="grid gap-2">
      <ul aria-label="Alasan laporan" className="grid gap-2">
        {shown.map(({ id, reason, reporter_name: reporter }) => (
          <li key={id} className="rounded-small bg-raised px-3 py-2">
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {reason}
            </p>
            <p className="own-box text-small wrap-anywhere text-muted">
              <bdi>{reporter ?? 'Pengguna Tidak Dikenal'}</bdi>
            </p>
          </li>
        ))}
      </ul>
      {reports.length > shownAtFirst && !isWhole && (
        <Button variant="quiet" onClick={() => setIsWhole(true)}>{`Lihat ${count - shownAtFirst} alasan lagi`}</Button>
      )}
      {isWhole && left > 0 && <p className="text-small text-muted">{`dan ${left} laporan lagi`}</p>}
    </div>
  );
}
