import { Check, X } from 'lucide-react';
import type { PhotoWork } from '../../lib/drafts/draft-photos.ts';
import { Button } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { Progress } from '../parts/progress.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { classNames } from '../styles/class-names.ts';

type UploadStatusProps = {
  work: PhotoWork;
  /** The name of the photo, such as 'foto 1'. */
  name: string;
  onWork: (work: PhotoWork) => void;
};

/** Shows how far a photo's upload has come, with buttons to cancel it or to try again. */
export function UploadStatus({ work, name, onWork }: UploadStatusProps) {
  const line = 'flex min-h-11 items-center gap-2 px-3 text-small text-muted';
  switch (work.status) {
    case 'preparing':
    case 'waiting':
      return (
        <p className={line}>
          <Spinner className="size-4" />
          <span>{work.status === 'preparing' ? 'Menyiapkan...' : 'Menunggu...'}</span>
        </p>
      );
    case 'uploading':
      return (
        <div className={classNames(line, 'pr-0')}>
          <div className="flex-1">
            <Progress name={`Mengunggah ${name}`} value={work.sent} />
          </div>
          <IconButton
            name={`Batalkan unggahan ${name}`}
            icon={<X className="size-5" />}
            onClick={() => onWork({ status: 'stopped' })}
          />
        </div>
      );
    case 'uploaded':
      return (
        <p className={line}>
          <Check aria-hidden="true" className="size-4 text-pandan" />
          <span>Terunggah</span>
        </p>
      );
    case 'stored':
      return null;
    case 'stopped':
    case 'failed':
      return (
        <div className="grid gap-2 p-2">
          <p className={classNames('px-1 text-small', work.status === 'failed' ? 'text-red-text' : 'text-muted')}>
            {work.status === 'failed' ? work.reason : 'Unggahan dibatalkan.'}
          </p>
          {!(work.status === 'failed' && work.retry === 'never') && (
            <Button variant="quiet" onClick={() => onWork({ status: 'waiting' })}>
              Coba lagi
            </Button>
          )}
        </div>
      );
  }
}
