import { X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ComponentType, FunctionComponent } from 'react';
import { useLazyCode } from '../lib/lazy-code.ts';
import type { CodeState } from '../lib/lazy-code.ts';
import { IconButton } from './icon-button.tsx';
import { createPartCode, MissingPart } from './lazy-part.tsx';
import { useBackCloses } from './use-back-closes.ts';

interface Opened {
  open: boolean;
  onClose: () => void;
}

/**
 * An overlay in a file of its own. It stays mounted after its first opening, for its closing motion. While its code is
 * on its way, or cannot be had, a plain dialog that needs no further code says so.
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
      <div className={state.at === 'failed' ? '-mt-12' : 'pb-12'}>
        <MissingPart state={state} onRetry={onRetry} />
      </div>
    </dialog>
  );
}
