import { useId } from 'react';
import { formatDateTime } from '../../../lib/format/time.ts';

/** Says that the server's clock has jumped, so that nothing is deleted yet: with a wrong time everything would seem old. */
export const WaitingDeletion = ({ until }: { until: string }) => {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="rounded-card bg-surface p-3 ring-2 ring-gold ring-inset">
      <h2 id={heading} className="font-semibold">
        Periksa tanggal dan jam server
      </h2>
      <p className="text-small text-muted">
        Jam server berubah lebih dari dua hari, atau server mati selama itu. Penghapusan data lama menunggu sampai{' '}
        <span>{formatDateTime(until)}</span> menurut jam server. Jika jam itu benar, biarkan saja.
      </p>
    </section>
  );
};
