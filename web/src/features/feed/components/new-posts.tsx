import { ArrowUp } from 'lucide-react';
import { Pill } from '../../../ui/pill.tsx';

/** The way to the posts that wait at the head of a list while the reader is further down. */
export function NewPosts({ waiting, onShow }: { waiting: number; onShow: () => void }) {
  function show() {
    onShow();
    window.scrollTo({ top: 0, behavior: 'instant' });
  }
  return (
    <>
      {waiting > 0 && (
        <div className="pointer-events-none sticky top-[calc(var(--below-top-bar)+8rem)] z-10 grid h-0 justify-items-center">
          <Pill onClick={show} className="pointer-events-auto">
            <ArrowUp aria-hidden="true" className="size-4" />
            Postingan baru
          </Pill>
        </div>
      )}
      <p role="status" className="sr-only">
        {waiting > 0 && 'Ada postingan baru.'}
      </p>
    </>
  );
}
