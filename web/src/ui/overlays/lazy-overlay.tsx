import { X } from 'lucide-react';
import { useState } from 'react';
import type { ComponentType, FunctionComponent } from 'react';
import { useLazyCode } from '../../lib/device/lazy-code.ts';
import type { CodeState, LazyCode } from '../../lib/device/lazy-code.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { createPartCode, LazyPartFallback } from '../waiting/lazy-part.tsx';
import { PlainDialog } from './plain-dialog.tsx';

type Opened = {
  open: boolean;
  onClose: () => void;
};

type LazyOverlay<Props> = FunctionComponent<Props> & { code: LazyCode<ComponentType<Props>> };

/**
 * A lazily loaded overlay. It stays mounted after its first opening, for its closing animation.
 * @param Shell shows while the code is loading, at the place of the overlay; needed if a tap may come before the code
 * @param audience the people whose phones fetch the code in advance, if not everybody
 */
export function lazyOverlay<Props extends Opened>(
  load: () => Promise<ComponentType<Props>>,
  Shell?: ComponentType<Props>,
  audience?: 'admin',
): LazyOverlay<Props> {
  const code = createPartCode(load, audience);
  function Overlay(props: Props) {
    const { open, onClose } = props;
    const [wasOpen, setWasOpen] = useState(open);
    if (open && !wasOpen) setWasOpen(true);
    const state = useLazyCode(code, open);
    if (state.status === 'ready') {
      const { code: Loaded } = state;
      return wasOpen && <Loaded {...props} />;
    }
    if (!open) return null;
    if (Shell && state.status === 'pending') return <Shell {...props} />;
    return <LazyOverlayFallback state={state} onClose={onClose} onRetry={() => void code.load()} />;
  }
  return Object.assign(Overlay, { code });
}

type LazyOverlayFallbackProps = {
  state: Exclude<CodeState<unknown>, { status: 'ready' }>;
  onClose: () => void;
  onRetry: () => void;
};

const LazyOverlayFallback = ({ state, onClose, onRetry }: LazyOverlayFallbackProps) => (
  <PlainDialog
    name={state.status === 'failed' ? 'Gagal dimuat' : 'Memuat'}
    onClose={onClose}
    // It fades in after 75 ms, so that it does not flash when the code loads at once.
    className="m-auto w-full max-w-[min(24rem,calc(100%-2rem))] rounded-card bg-raised ring-1 ring-line transition-opacity delay-75 duration-150 backdrop:bg-black/70 backdrop:transition-opacity backdrop:delay-75 starting:opacity-0 starting:backdrop:opacity-0"
  >
    <div className="flex justify-end p-1.5">
      <IconButton name="Tutup" icon={<X className="size-5" />} onClick={onClose} />
    </div>
    <div className={state.status === 'failed' ? '-mt-12' : 'pb-12'}>
      <LazyPartFallback state={state} onRetry={onRetry} />
    </div>
  </PlainDialog>
);
