import { toExternalUrl } from '@lapau/contract/external-url';
import { feedPhotoSizes } from '@lapau/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Photo } from '../../../ui/photos/photo.tsx';
import { activeBannerQuery } from '../api.ts';
import { useBannersRealtime } from '../realtime.ts';

/** The active banner, 4:1, with an external link if it has one. It renders nothing while no banner is active. */
export function ActiveBanner() {
  const { data: banner } = useQuery(activeBannerQuery);
  useBannersRealtime();
  if (!banner) return null;
  const link = banner.link_url && toExternalUrl(banner.link_url);
  const picture = (
    <Photo src={banner.image_url} alt={link ? 'Buka promosi' : 'Promosi'} ratio={4} sizes={feedPhotoSizes} first />
  );
  return link ? (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      className="block -outline-offset-2 transition-opacity active:opacity-80"
    >
      {picture}
    </a>
  ) : (
    picture
  );
}
