import { localDay } from '@lapau/contract/day';
import { formatPrice } from '@lapau/contract/price';
import type { MyWarung } from '@lapau/contract/warungs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { page } from '../../../lib/calls/boot.ts';
import { deviceStorage } from '../../../lib/device/device-storage.ts';
import { formatCalendarDay } from '../../../lib/format/day.ts';
import { useSettings } from '../../../lib/query/settings.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { imageVariant } from '../../../ui/parts/image-variant.ts';
import { useNow } from '../../../ui/parts/use-now.ts';
import { menuText } from '../../posts/components/menu-text.ts';
import type { useTodaysMenu } from '../../posts/components/use-todays-menu.ts';
import { myWarungLinksQuery } from '../api-links.ts';
import { makeMenuPictures } from './menu-picture-files.ts';
import type { MenuFormat } from './menu-picture-layout.ts';
import { MenuPictures } from './menu-pictures.tsx';
import { ShareActions } from './share-actions.tsx';
import { useDrawnPictures } from './use-drawn-pictures.ts';

const formatNames: Record<MenuFormat, string> = { status: 'Untuk status', square: 'Persegi' };

/** The account that wants its number in what is shared. */
const numberKey = 'menu-with-number';

type Menu = ReturnType<typeof useTodaysMenu>;

type MenuShareProps = { warung: MyWarung; menu: Menu & { dishes: NonNullable<Menu['dishes']> } };

/** Today's menu as pictures and as text. Its pictures are made as soon as it shows, since a device shares only what is ready at the tap. */
export function MenuShare({ warung, menu }: MenuShareProps) {
  const { site_title: siteTitle } = useSettings();
  const { data: links } = useQuery(myWarungLinksQuery);
  const day = formatCalendarDay(localDay(new Date(useNow())));
  const [format, setFormat] = useState<MenuFormat>('status');
  const [withNumber, setWithNumber] = useState(() => deviceStorage.get(numberKey) === warung.id);

  const url = links?.url ?? `${page.origin}/warungs/${warung.id}`;
  const number = numberOf(warung);
  const shownNumber = withNumber ? number : '';
  const drawing = {
    format,
    stall: {
      name: warung.name,
      nagari: warung.nagari,
      day,
      url,
      shortUrl: (links?.short_url ?? url).replace(/^https?:\/\//, ''),
      siteTitle,
      number: shownNumber,
    },
    photo: warung.avatar_url && imageVariant(warung.avatar_url, 320),
    dishes: menu.dishes.map(({ food_name: name, price }) => ({ name, price: drawnPrice(price) })),
  };
  const pictures = useDrawnPictures(drawing, makeMenuPictures);

  function switchNumber(isOn: boolean) {
    if (isOn) deviceStorage.set(numberKey, warung.id);
    else deviceStorage.remove(numberKey);
    setWithNumber(isOn);
  }

  return (
    <div className="flex min-h-full flex-col gap-3">
      <MenuNotes menu={menu} />
      <div role="group" aria-label="Bentuk gambar" className="flex flex-wrap gap-2">
        {(Object.keys(formatNames) as MenuFormat[]).map((name) => (
          <Button
            key={name}
            variant="quiet"
            aria-pressed={name === format}
            onClick={() => setFormat(name)}
            className="flex-1 aria-pressed:ring-2 aria-pressed:ring-gold"
          >
            {formatNames[name]}
          </Button>
        ))}
      </div>
      <MenuPictures format={format} dishes={menu.dishes} pictures={pictures} />
      {number && (
        <Switch checked={withNumber} onChange={switchNumber} className="w-full">
          <span className="block">Cantumkan nomor saya</span>
          <bdi className="block text-small text-muted">{number}</bdi>
        </Switch>
      )}
      {/* The buttons stay at the bottom of the sheet, under the thumb. */}
      <div className="sticky bottom-0 -mx-4 mt-auto -mb-3 border-t border-line bg-raised px-4 py-3 sideways:static">
        <ShareActions
          what="Menu"
          pictures={pictures}
          text={menuText(warung.name, menu.dishes, url, shownNumber)}
          isWaiting={menu.rest === 'loading'}
        />
      </div>
    </div>
  );
}

/** A price whose numbers stay on the line of their 'Rp'. */
const drawnPrice = (price: string): string => formatPrice(price).replaceAll(/(?<=rp\.?) (?=\d)/gi, '\u00a0');

/** The number under which buyers reach the cook, as it is written on the menu; empty without one. */
function numberOf({ whatsapp_number: whatsapp, phone_number: phone }: MyWarung): string {
  if (whatsapp.trim()) return `WA ${whatsapp.trim()}`;
  return phone.trim() && `Telp. ${phone.trim()}`;
}

/** What the pictures and the text leave out. */
function MenuNotes({ menu: { rest, dishes, unsent, retry } }: Pick<MenuShareProps, 'menu'>) {
  return (
    <>
      {rest === 'missing' && (
        <div className="flex flex-wrap items-center gap-2 rounded-small bg-surface px-3 py-2">
          <p className="min-w-0 flex-1 basis-40 text-small">
            {`Baru ${dishes.length} menu terbaru yang ada di HP ini. Sisanya ikut begitu ada sinyal.`}
          </p>
          <Button variant="quiet" onClick={retry}>
            Coba lagi
          </Button>
        </div>
      )}
      {unsent > 0 && <p className="text-small text-muted">{`${unsent} menu belum terkirim, jadi belum ikut.`}</p>}
    </>
  );
}
