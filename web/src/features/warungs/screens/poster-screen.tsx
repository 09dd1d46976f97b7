import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSettings } from '../../../lib/query/settings.tsx';
import { toast } from '../../../lib/screen/toast.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { ScreenActions } from '../../../ui/buttons/screen-actions.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { MissingOwnWarung } from '../../stats/components/missing-own-warung.tsx';
import { myWarungLinksQuery } from '../api-links.ts';
import { myWarungQuery } from '../api-own.ts';
import { NoisyCanvas } from '../components/canvas-files.ts';
import { drawPoster, papers } from '../components/poster-drawing.ts';
import type { Paper, Poster } from '../components/poster-drawing.ts';
import { makePosterFile } from '../components/poster-files.ts';
import type { PosterFormat } from '../components/poster-files.ts';
import { canSave, canShare, saveFile, share } from '../components/share-files.ts';

/** A poster with the code of one's own stall, to be printed and hung up. It is made on the device. */
export function PosterScreen() {
  const { user } = useMember();
  const { site_title: siteTitle } = useSettings();
  const warung = useQuery(myWarungQuery);
  const links = useQuery(myWarungLinksQuery);
  const isMissing = warung.data === null;
  const poster: Poster | undefined =
    warung.data?.id === user.id && links.data
      ? {
          name: warung.data.name,
          nagari: warung.data.nagari,
          url: links.data.url,
          shortUrl: links.data.short_url.replace(/^https?:\/\//, ''),
          siteTitle,
        }
      : undefined;
  return (
    <div className="px-3 pb-3">
      <ScreenTitle title="Poster QR" backTo="/my-warung" />
      {isMissing ? (
        <MissingOwnWarung />
      ) : poster ? (
        <PosterMaker poster={poster} />
      ) : warung.isError || links.isError ? (
        <LoadFailure
          drawing="stall"
          title="Gagal memuat data warung."
          error={warung.error ?? links.error}
          onRetry={() => void Promise.all([warung.refetch(), links.refetch()])}
        />
      ) : (
        <Skeleton className="mx-auto aspect-[210/297] w-full max-w-72" />
      )}
    </div>
  );
}

/** The resolution of the preview: twice the pixels that it takes, for dense screens. */
const previewDotsPerMm = 576 / papers.A4.width;

function PosterMaker({ poster }: { poster: Poster }) {
  const [paper, setPaper] = useState<Paper>('A4');
  const [making, setMaking] = useState<PosterFormat | 'share'>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { name, nagari, url, shortUrl, siteTitle } = poster;
  useEffect(() => {
    if (canvas.current) drawPoster(canvas.current, paper, previewDotsPerMm, { name, nagari, url, shortUrl, siteTitle });
  }, [paper, name, nagari, url, shortUrl, siteTitle]);

  async function make(what: PosterFormat | 'share', deliver: (file: File) => unknown) {
    setMaking(what);
    try {
      await deliver(await makePosterFile(what === 'share' ? 'pdf' : what, paper, poster));
    } catch (error) {
      if (error instanceof NoisyCanvas) toast.error('Browser ini menyamarkan gambar. Buat poster di browser lain.');
      else toast.error(what === 'share' ? 'Gagal membagikan poster.' : 'Gagal membuat poster.');
    }
    setMaking(undefined);
  }

  return (
    <div className="grid gap-4">
      <p className="text-muted">Cetak dan tempel di warung. Yang memindai kodenya melihat menu Anda hari ini.</p>
      <div className="flex flex-wrap items-center gap-2">
        <div role="group" aria-label="Ukuran kertas" className="flex gap-2">
          {(Object.keys(papers) as Paper[]).map((size) => (
            <Button
              key={size}
              variant="quiet"
              aria-pressed={size === paper}
              onClick={() => setPaper(size)}
              className="aria-pressed:ring-2 aria-pressed:ring-gold"
            >
              {size}
            </Button>
          ))}
        </div>
        {canShareFiles() && (
          <Button
            variant="quiet"
            icon={<Share2 aria-hidden="true" className="size-5" />}
            isLocal
            busy={making === 'share'}
            busyText="Membuat..."
            onClick={() => void make('share', (file) => share({ files: [file], title: file.name }))}
            className="ml-auto"
          >
            Bagikan
          </Button>
        )}
      </div>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Poster ${paper}: ${name}, ${nagari}, kode QR ke ${shortUrl}`}
        className="mx-auto w-full max-w-72 rounded-small"
      />
      {canSave() ? (
        <ScreenActions>
          <Button
            variant="quiet"
            isLocal
            busy={making === 'png'}
            busyText="Membuat..."
            onClick={() => void make('png', saveFile)}
            className="flex-1"
          >
            Unduh PNG
          </Button>
          <Button
            isLocal
            busy={making === 'pdf'}
            busyText="Membuat..."
            onClick={() => void make('pdf', saveFile)}
            className="flex-1"
          >
            Unduh PDF
          </Button>
        </ScreenActions>
      ) : (
        <p className="text-muted">
          Posternya belum bisa diunduh di aplikasi ini. Buka Lapau di browser HP untuk mengunduhnya.
        </p>
      )}
    </div>
  );
}

/** Whether the browser shares files: some share only links. */
const canShareFiles = () => canShare({ files: [new File([''], 'poster.pdf', { type: 'application/pdf' })] });
