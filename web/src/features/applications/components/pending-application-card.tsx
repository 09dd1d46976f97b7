import type { PendingApplication } from '@lapau/contract/applications';
import { waitsTooLongMs } from '@lapau/contract/desk';
import { memo, useState } from 'react';
import { telLink } from '../../../lib/format/phone.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Badge } from '../../../ui/parts/badge.tsx';
import { useNow } from '../../../ui/parts/use-now.ts';
import { PhotoViewer } from '../../../ui/photos/photo-viewer.tsx';
import { Photo } from '../../../ui/photos/photo.tsx';
import type { Question } from '../../decisions/components/question.ts';
import { fieldNames, formatSentAt } from './application-fields.ts';
import { approvalQuestion, rejectionQuestion } from './questions.ts';

type PendingApplicationCardProps = { application: PendingApplication; onAsk: (question: Question) => void };

/** An application with all that an admin needs to decide about it. */
export const PendingApplicationCard = memo(({ application, onAsk }: PendingApplicationCardProps) => {
  const { warung_name, full_name, email, phone_number, address, warung_description, created_at } = application;
  const isLate = useNow() - Date.parse(created_at) > waitsTooLongMs;
  const refusal = refusalOf(application);
  const tel = telLink(phone_number);
  return (
    <li className="grid content-start gap-3 rounded-card bg-surface p-3 ring-1 ring-line ring-inset">
      <ApplicationPhotos application={application} />
      <div className="min-w-0">
        <h3 className="own-box text-lg leading-snug font-semibold wrap-anywhere">
          <bdi>{warung_name}</bdi>
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted">
          <time dateTime={created_at}>{formatSentAt(created_at)}</time>
          {isLate && <Badge tone="red">Lebih dari sehari</Badge>}
        </p>
        <p className="own-box mt-2 wrap-anywhere">
          <bdi>{full_name}</bdi>
        </p>
        <p className="text-small wrap-anywhere text-muted">{email}</p>
        {tel ? (
          <a href={tel} className="inline-flex min-h-11 items-center underline underline-offset-4 active:opacity-70">
            {phone_number}
          </a>
        ) : (
          <p>{phone_number}</p>
        )}
        <p className="own-box text-small wrap-anywhere text-muted">
          <bdi>{address}</bdi>
        </p>
        {warung_description && (
          <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-line">
            {warung_description}
          </p>
        )}
      </div>
      <div className="mt-auto grid gap-2">
        {refusal && <p className="text-small text-muted">{refusal}</p>}
        <div className="grid grid-cols-2 gap-3">
          <Button
            variant="quiet"
            disabled={application.is_own}
            onClick={() => onAsk(rejectionQuestion(application))}
            aria-label={`Tolak ${warung_name}`}
          >
            Tolak
          </Button>
          <Button
            disabled={refusal !== undefined}
            onClick={() => onAsk(approvalQuestion(application))}
            aria-label={`Setujui ${warung_name}`}
          >
            Setujui
          </Button>
        </div>
      </div>
    </li>
  );
});

/** The reason why the admin cannot approve the application now. */
function refusalOf({ is_own, is_suspended }: PendingApplication): string | undefined {
  if (is_own) return 'Ini pengajuan Anda sendiri. Admin lain yang memutuskan.';
  if (is_suspended) return 'Pemohon sedang ditangguhkan. Aktifkan akunnya dahulu, atau tolak pengajuan ini.';
  return undefined;
}

/** Both photos side by side; a tap opens them over the whole screen. */
function ApplicationPhotos({ application }: { application: PendingApplication }) {
  const [shown, setShown] = useState(0);
  const [open, setOpen] = useState(false);
  const { warung_name, warung_avatar_url, sample_menu_image_url } = application;
  const photos = [
    { name: fieldNames.warung_avatar_url, src: warung_avatar_url },
    { name: fieldNames.sample_menu_image_url, src: sample_menu_image_url },
  ];
  return (
    <div className="grid grid-cols-2 gap-2">
      {photos.map(({ name, src }, index) => (
        <button
          key={name}
          type="button"
          aria-label={`Perbesar ${name.toLowerCase()} ${warung_name}`}
          onClick={() => {
            setShown(index);
            setOpen(true);
          }}
          className="overflow-hidden rounded-small text-left active:opacity-80"
        >
          <Photo src={src} alt="" sizes="(min-width: 64rem) 16rem, 44vw" />
          <span className="block py-1 text-small text-muted">{name}</span>
        </button>
      ))}
      <PhotoViewer
        open={open}
        onClose={() => setOpen(false)}
        name={warung_name}
        images={photos.map(({ src }) => src)}
        start={shown}
      />
    </div>
  );
}
