import { X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ComponentType, FunctionComponent } from 'react';
import { useLazyCode } from '../lib/lazy-code.ts';
import type { CodeState } from '../lib/lazy-code.ts';
import { IconButton } from './icon-button.tsx';
import { createPartCode, LazyPartFallback } from './lazy-part.tsx';
import { useBackCloses } from './use-back-closes.ts';

type Opened = {
  open: boolean;
  onClose: () => void;
};

/**
 * A lazily loaded overlay. It stays mounted after its first opening, for its closing animation. While its code is loading
 * or has failed to load, a plain dialog that needs no further code shows that.
 */
export function lazyOverlay<Props extends Opened>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> {
  const lazy = createPartCode(load);
  return function LazyOverlay(props) {
    const { open, onClose } = props;
    const [wasOpen, setWasOpen] = useState(open);
    if (open && !wasOpen) setWasOpen(true);
    const state = useLazyCode(lazy, open);
    if (state.at === 'ready') {
      const { code: Overlay } = state;
      return wasOpen && <Overlay {...props} />;
    }
    return open && <LazyOverlayFallback state={state} onClose={onClose} onRetry={() => void lazy.load()} />;
  };
}

type LazyOverlayFallbackProps = {
  state: Exclude<CodeState<unknown>, { at: 'ready' }>;
  onClose: () => void;
  onRetry: () => void;
};

function LazyOverlayFallback({ state, onClose, onRetry }: LazyOverlayFallbackProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useBackCloses(true, onClose);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // close() returns the focus to what opened the dialog.
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
      // It fades in after 75 ms, so that it does not flash when the code loads at once.
      className="m-auto w-full max-w-[min(24rem,calc(100%-2rem))] rounded-card bg-raised text-text ring-1 ring-line transition-opacity delay-75 duration-150 backdrop:bg-black/70 backdrop:transition-opacity backdrop:delay-75 starting:opacity-0 starting:backdrop:opacity-0"
    >
      <div className="flex justify-end p-1.5">
        <IconButton name="Tutup" icon={<X className="size-5" />} onClick={onClose} />
      </div>
      <div className={state.at === 'failed' ? '-mt-12' : 'pb-12'}>
        <LazyPartFallback state={state} onRetry={onRetry} />
      </div>
    </dialog>
  );
}
