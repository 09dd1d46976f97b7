import { Spinner } from '../ui/parts/spinner.tsx';

/** Shown while the session or a screen's code is loading. */
export function Loading() {
  return (
    <div
      role="status"
      data-loading=""
      className="grid min-h-[60dvh] place-content-center justify-items-center gap-3 text-muted"
    >
      <Spinner className="size-8" />
      Memuat...
    </div>
  );
}
