import type { MenuPost } from '@lapau/contract/posts';
import { classNames } from '../../../ui/styles/class-names.ts';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { DrawnPicture, PictureFailure } from './drawn-picture.tsx';
import { dishesOfPictures } from './menu-picture-layout.ts';
import type { MenuFormat } from './menu-picture-layout.ts';
import type { DrawnPictures } from './use-drawn-pictures.ts';

export const pictureShapes: Record<MenuFormat, string> = {
  status: 'aspect-[9/16] h-[clamp(15rem,38vh,20rem)]',
  square: 'aspect-square h-52',
};

type MenuPicturesProps = {
  format: MenuFormat;
  dishes: readonly Pick<MenuPost, 'id' | 'food_name'>[];
  pictures: DrawnPictures;
};

/** The pictures of a menu as they are going to be shared, in a row that is swiped sideways. */
export function MenuPictures({ format, dishes, pictures: { files, status } }: MenuPicturesProps) {
  if (status === 'failed' || status === 'noisy') return <PictureFailure status={status} what="menu" />;
  const parts = dishesOfPictures(dishes, format);
  const shown = parts.flat().length;
  return (
    <div role="group" aria-label="Gambar menu" className="grid gap-2">
      {/* The row takes the focus, so that the keyboard scrolls it too. */}
      <div
        tabIndex={parts.length === 1 ? undefined : 0}
        className="-mx-4 flex snap-x gap-2 overflow-x-auto px-4 no-scrollbar -outline-offset-2"
      >
        {parts.map((part, index) => {
          const file = files[index];
          const name = parts.length > 1 ? `Gambar ${index + 1} dari ${parts.length}` : 'Gambar menu';
          const styles = classNames(
            'shrink-0 snap-start scroll-mx-4 rounded-small first:ml-auto last:mr-auto',
            pictureShapes[format],
          );
          return file ? (
            <DrawnPicture
              key={part[0]?.id}
              file={file}
              name={`${name}: ${part.map((dish) => dish.food_name).join(', ')}`}
              className={classNames(styles, 'ring-1 ring-line')}
            />
          ) : (
            <Skeleton key={part[0]?.id} className={classNames(styles, 'bg-fill')} />
          );
        })}
      </div>
      {shown < dishes.length && (
        <p className="text-small text-muted">{`Gambar memuat ${shown} menu terbaru. Teksnya memuat semua.`}</p>
      )}
    </div>
  );
}
