import { waitsTooLongMs } from '@lapau/contract/desk';
import { nameOf, ofKnown } from '@lapau/contract/known';
import type { PendingReport } from '@lapau/contract/reports';
import { memo, useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { Badge } from '../../../ui/parts/badge.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { useNow } from '../../../ui/parts/use-now.ts';
import { PhotoViewer } from '../../../ui/photos/photo-viewer.tsx';
import { Photo } from '../../../ui/photos/photo.tsx';
import { UnknownNote } from '../../decisions/components/unknown-note.tsx';
import { ReportReasons } from './report-reasons.tsx';
import { removalVerb, subjectNames, titleOf } from './report-texts.ts';

type ReportCardProps = {
  report: PendingReport;
  onDecide: (report: PendingReport, action: 'dismiss' | 'remove') => void;
  /** Called to read a reported message. */
  onRead: (report: PendingReport) => void;
};

/** Shows what was reported, why and by whom, with the decisions that an admin can make. */
export const ReportCard = memo(({ report, onDecide, onRead }: ReportCardProps) => {
  const { subject_type: type, reported_post_owner_name: owner, reported_post_id: postId } = report;
  const title = titleOf(report);
  const isLate = useNow() - Date.parse(report.created_at) > waitsTooLongMs;
  return (
    <li className="grid gap-3 rounded-card bg-surface p-3 ring-1 ring-line ring-inset">
      <div className="flex flex-wrap items-center gap-1.5">
        <Badge tone="quiet">{nameOf(subjectNames, type)}</Badge>
        {report.reports_count > 1 && <Badge tone="gold">{`${report.reports_count} laporan`}</Badge>}
        {isLate && <Badge tone="red">Lebih dari sehari</Badge>}
        {report.is_gone && <Badge tone="quiet">Sudah dihapus</Badge>}
      </div>
      <div>
        <h2 className="own-box leading-snug font-semibold wrap-anywhere">
          <bdi>{title}</bdi>
        </h2>
        <p className="own-box text-small wrap-anywhere text-muted">
          <span>{type === 'post' ? 'dari' : 'ditulis'}</span> <bdi>{owner || 'Pengguna Tidak Dikenal'}</bdi> ·{' '}
          <TimeAgo time={report.created_at} />
        </p>
      </div>
      {report.reported_comment !== null && (
        <blockquote dir="auto" className="border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-line">
          {report.reported_comment}
        </blockquote>
      )}
      <Photos name={report.reported_post_food_name} images={report.reported_post_images} />
      {type === 'message' && (
        <div className="grid justify-items-start gap-1">
          <Button variant="quiet" onClick={() => onRead(report)}>
            Baca pesan
          </Button>
          <p className="text-small text-muted">Setiap pembacaan masuk ke Catatan tindakan.</p>
        </div>
      )}
      <ReportReasons report={report} />
      {postId !== null && !(type === 'post' && report.is_gone) && (
        <Link
          to={`/post/${postId}`}
          className="-my-2 inline-flex min-h-11 items-center justify-self-start font-semibold text-gold"
        >
          Lihat postingan
        </Link>
      )}
      {report.is_own ? (
        <p className="text-small text-muted">Ini menyangkut Anda sendiri. Admin lain yang memutuskan.</p>
      ) : ofKnown(subjectNames, type) === undefined ? (
        <UnknownNote />
      ) : (
        <div className="flex flex-wrap gap-2 *:flex-1">
          <Button variant="quiet" onClick={() => onDecide(report, 'dismiss')}>
            Abaikan
          </Button>
          <Button variant="danger" onClick={() => onDecide(report, 'remove')}>
            {removalVerb(report)}
          </Button>
        </div>
      )}
    </li>
  );
});

/** The photos of the post as it was reported; a tap shows one over the whole screen. */
function Photos({ name, images }: { name: string; images: readonly string[] }) {
  const [shown, setShown] = useState({ open: false, start: 0 });
  if (images.length === 0) return null;
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
        {images.map((image, index) => (
          <button
            key={image}
            type="button"
            aria-label={`Lihat foto ${index + 1} dari ${images.length} ${name}`}
            onClick={() => setShown({ open: true, start: index })}
            className="overflow-hidden rounded-small active:opacity-80"
          >
            <Photo src={image} alt="" sizes="8rem" />
          </button>
        ))}
      </div>
      <PhotoViewer
        open={shown.open}
        start={shown.start}
        onClose={() => setShown({ ...shown, open: false })}
        name={name}
        images={images}
      />
    </>
  );
}
