import { feedPhotoSizes } from '@lapau/contract/limits';
import { linkTarget } from '@lapau/contract/previews';
import type { LinkPreview } from '@lapau/contract/previews';
import { formatPrice } from '@lapau/contract/price';
import { useQuery } from '@tanstack/react-query';
import { Heading } from '../../../ui/heading.tsx';
import { LoadingSkeletons } from '../../../ui/loading-skeletons.tsx';
import { Photo } from '../../../ui/photo.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { linkPreviewQuery } from '../api.ts';
import { Introduction } from './introduction.tsx';

/**
 * The top of the login page: what the link that was followed leads to (D57), else what this site is.
 * @param path that the person returns to after signing in
 */
export function Greeting({ path }: { path: string }) {
  const target = linkTarget(path);
  return target ? <LinkGreeting path={target.path} /> : <Introduction />;
}

function LinkGreeting({ path }: { path: string }) {
  const { data: preview, isPending } = useQuery(linkPreviewQuery(path));
  if (isPending) return <GreetingSkeleton />;
  return preview ? <Preview preview={preview} /> : <Introduction />;
}

function Preview({ preview: { name, seller, price, nagari, photo } }: { preview: LinkPreview }) {
  const shownPrice = formatPrice(price);
  return (
    <div className="grid gap-3">
      {photo && (
        <Photo
          src={photo.url}
          placeholder={photo.placeholder}
          alt={name}
          ratio={16 / 9}
          sizes={feedPhotoSizes}
          first
          className="rounded-card"
        />
      )}
      <Heading pageTitle="Masuk" className="line-clamp-5 text-xl font-bold text-balance">
        {`Masuk untuk melihat ${name}${seller && ` dari ${seller}`}`}
      </Heading>
      {(shownPrice || nagari) && (
        <p className="flex flex-wrap gap-x-2 text-muted">
          {shownPrice && <span className="font-semibold text-text">{shownPrice}</span>}
          {shownPrice && nagari && <span aria-hidden="true">·</span>}
          {nagari && <span>Nagari {nagari}</span>}
        </p>
      )}
    </div>
  );
}

function GreetingSkeleton() {
  return (
    <LoadingSkeletons>
      <div className="grid gap-3">
        <Skeleton className="aspect-video w-full rounded-card" />
        <Skeleton className="h-7 w-4/5" />
        <Skeleton className="h-6 w-3/5" />
      </div>
    </LoadingSkeletons>
  );
}
