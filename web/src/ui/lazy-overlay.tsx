import { X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ComponentType, FunctionComponent } from 'react';
import { createLazyCode, useLazyCode } from '../lib/lazy-code.ts';
import type { CodeState, LazyCode } from '../lib/lazy-code.ts';
import { Button } from './button.tsx';
import { CodeFailure } from './code-failure.tsx';
import { IconButton } from './icon-button.tsx';
import { Spinner } from './spinner.tsx';
import { useBackCloses } from './use-back-closes.ts';

interface Opened {
  open: boolean;
  onClose: () => void;
}

/** The code of every overlay that the loaded screens can open, for the preload. */
export const overlayCodes: LazyCode<unknown>[] = [];

/**
 * An overlay in a file of its own. It stays mounted after its first opening, for its closing motion. While its code is
 * on its way, or cannot be had, a plain dialog that needs no further code says so.
 */
export function lazyOverlay<Props extends Opened>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> {
  const lazy = createLazyCode(load);
  overlayCodes.push(lazy);
  return function LazyOverlay(props) {
    const { open, onClose } = props;
    const [wasOpen, setWasOpen] = useState(open);
    if (open && !wasOpen) setWasOpen(true);
    const state = useLazyCode(lazy, open);
    if (state.at === 'ready') {
      const { code: Overlay } = state;
      return wasOpen && <Overlay {...props} />;
    }
    return open && <MissingOverlay state={state} onClose={onClose} onRetry={() => void lazy.load()} />;
  };
}

interface MissingOverlayProps {
  state: Exclude<CodeState<unknown>, { at: 'ready' }>;
  onClose: () => void;
  onRetry: () => void;
}

function MissingOverlay({ state, onClose, onRetry }: MissingOverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useBackCloses(true, onClose);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Gives the focus back to what opened it.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={state.at === 'failed' ? 'Gagal dimuat' : 'Memuat'}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Code that comes at once is not announced by a flash of this dialog.
      className="m-auto w-full max-w-[min(24rem,calc(100%-2rem))] rounded-card bg-raised text-text ring-1 ring-line transition-opacity delay-75 duration-150 backdrop:bg-black/70 backdrop:transition-opacity backdrop:delay-75 starting:opacity-0 starting:backdrop:opacity-0"
    >
      <div className="flex justify-end p-1.5">
        <IconButton name="Tutup" icon={<X className="size-5" />} onClick={onClose} />
      </div>
      {state.at === 'failed' ? (
        <div className="-mt-12">
          <CodeFailure title="Bagian ini gagal dimuat." onRetry={onRetry}>
            {/* The last resort: a new release has other files, and a browser may remember a failed import. */}
            {state.failures > 1 && navigator.onLine && (
              <Button variant="quiet" onClick={() => window.location.reload()}>
                Muat ulang
              </Button>
            )}
          </CodeFailure>
        </div>
      ) : (
        <p role="status" className="flex min-h-40 items-center justify-center gap-3 pb-12 text-muted">
          <Spinner /> Memuat...
        </p>
      )}
    </dialog>
  );
}
