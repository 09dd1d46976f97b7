import { greetingPhotoSizes } from '@lapau/contract/limits';
import { linkTarget } from '@lapau/contract/previews';
import type { LinkPreview } from '@lapau/contract/previews';
import { formatPrice } from '@lapau/contract/price';
import { useQuery } from '@tanstack/react-query';
import { Heading } from '../../../ui/parts/heading.tsx';
import { Photo } from '../../../ui/photos/photo.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { linkPreviewQuery } from '../api.ts';
import { Introduction } from './introduction.tsx';

/**
 * The top of the login page: a preview of what the followed link leads to, or else what this site is.
 * @param path the path to which the person returns after signing in
 */
export function Greeting({ path }: { path: string }) {
  const target = linkTarget(path);
  return target ? <LinkGreeting path={target.path} /> : <Introduction isForCook={path === '/become-seller'} />;
}

function LinkGreeting({ path }: { path: string }) {
  const { data: preview, isPending } = useQuery(linkPreviewQuery(path));
  if (isPending) return <GreetingSkeleton />;
  return preview ? <Preview preview={preview} /> : <Introduction />;
}

function Preview({ preview: { name, seller, price, nagari, photo } }: { preview: LinkPreview }) {
  const shownPrice = formatPrice(price);
  return (
    <div className={greetingStyles}>
      {photo && (
        <div className={photoStyles}>
          <Photo
            src={photo.url}
            placeholder={photo.placeholder}
            alt={name}
            ratio={4 / 3}
            sizes={greetingPhotoSizes}
            first
            className="rounded-card [@media(height>=44rem)]:max-h-[26vh]"
          />
        </div>
      )}
      <div className="grid min-w-0 flex-1 content-start gap-1">
        <Heading
          pageTitle="Masuk"
          className="line-clamp-5 text-lg [@media(height>=44rem)]:line-clamp-4 leading-tight font-bold"
        >
          {`Masuk untuk melihat ${name}${seller && ` dari ${seller}`}`}
        </Heading>
        {(shownPrice || nagari) && (
          <p className="flex flex-wrap gap-x-2 text-small text-muted">
            {shownPrice && (
              <span className="line-clamp-2 font-semibold text-text">
                <bdi>{shownPrice}</bdi>
              </span>
            )}
            {nagari && (
              <span className="line-clamp-2">
                Nagari <bdi>{nagari}</bdi>
              </span>
            )}
          </p>
        )}
      </div>
    </div>
  );
}

const GreetingSkeleton = () => (
  <LoadingSkeletons>
    <div className={greetingStyles}>
      <Skeleton className={classNames(photoStyles, 'aspect-4/3 rounded-card')} />
      <div className="grid flex-1 content-start gap-2">
        <Skeleton className="h-6" />
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="h-5 w-3/5" />
      </div>
    </div>
  </LoadingSkeletons>
);

// The text stands beside the photo on a low screen, so that 'Masuk' and 'Daftar Akun Baru' fit on it, and else below it. index.html
// draws the same before the styles have come.
const greetingStyles = 'flex gap-3 [@media(height>=44rem)]:flex-col';
const photoStyles = 'w-2/5 shrink-0 [@media(height>=44rem)]:w-full';
