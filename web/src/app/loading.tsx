import { Spinner } from '../ui/spinner.tsx';

/** Shown while the session or a screen's code is on its way. As high as the screen: what stands below is not pushed away later. */
export function Loading() {
  return (
    <div role="status" className="grid min-h-dvh place-content-center justify-items-center gap-3 text-muted">
      <Spinner className="size-8" />
      Memuat...
    </div>
  );
}
