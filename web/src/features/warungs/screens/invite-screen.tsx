import { page } from '../../../lib/calls/boot.ts';
import { useSettings } from '../../../lib/query/settings.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { DrawnPicture, PictureFailure } from '../components/drawn-picture.tsx';
import { makeInvitation } from '../components/invitation-picture.ts';
import { ShareActions } from '../components/share-actions.tsx';
import { useDrawnPictures } from '../components/use-drawn-pictures.ts';

const pictureStyles = 'mx-auto aspect-square w-52 rounded-small ring-1 ring-line';

/** An invitation for people who cook, as a picture with a code and as a text, to be sent to them. It is made on the device. */
export function InviteScreen() {
  const { site_title: siteTitle } = useSettings();
  const url = `${page.origin}/become-seller`;
  const shortUrl = url.replace(/^https?:\/\//, '');
  const pictures = useDrawnPictures({ siteTitle, url, shortUrl }, makeInvitation);
  const [file] = pictures.files;
  const text = [
    `Assalamualaikum. Di ${siteTitle} warung memasang masakan hari ini, dan tetangga langsung menelepon atau bertanya. Gratis.`,
    `Pasang masakan Anda di sini:\n${url}`,
  ].join('\n\n');
  return (
    <div className="px-3 pb-3">
      <ScreenTitle title="Ajak warung" backTo="/" />
      <div className="grid gap-4">
        <p className="text-muted">Kirim ke yang pandai memasak, atau tempel di grup nagari.</p>
        {pictures.status === 'failed' || pictures.status === 'noisy' ? (
          <PictureFailure status={pictures.status} what="undangan" />
        ) : file ? (
          <DrawnPicture file={file} name={`Undangan dengan kode QR ke ${shortUrl}`} className={pictureStyles} />
        ) : (
          <Skeleton className={pictureStyles} />
        )}
        <p className="rounded-card bg-surface p-3 wrap-anywhere whitespace-pre-line">{text}</p>
        <ShareActions what="Undangan" pictures={pictures} text={text} />
      </div>
    </div>
  );
}
