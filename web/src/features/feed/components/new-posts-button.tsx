import { ArrowUp } from 'lucide-react';
import { useOpensByItself } from '../../../lib/device/at-rest.ts';
import { Pill } from '../../../ui/parts/pill.tsx';

/** Shows `count` buffered posts and scrolls to the top of the list. */
export function NewPostsButton({ count, onShow }: { count: number; onShow: () => void }) {
  const isShown = useOpensByItself(count > 0);
  function show() {
    onShow();
    window.scrollTo({ top: 0, behavior: 'instant' });
    // The button disappears, and would take the focus along.
    setTimeout(() => document.querySelector<HTMLElement>('main article a')?.focus({ preventScroll: true }));
  }
  return (
    <>
      {isShown && (
        <div
          data-covers="top"
          className="pointer-events-none sticky top-[calc(var(--below-search-bar)+0.5rem)] z-10 grid h-0 justify-items-center"
        >
          <Pill onClick={show} className="pointer-events-auto">
            <ArrowUp aria-hidden="true" className="size-4" />
            Postingan baru
          </Pill>
        </div>
      )}
      <p role="status" className="sr-only">
        {count > 0 && 'Ada postingan baru.'}
      </p>
    </>
  );
}
