import { Outlet } from 'react-router';
import { ScreenFrame } from './screen-frame.tsx';

/** One column without bars; wider on a phone on its side, for screens that have a second one there. */
export function BareLayout() {
  return (
    <ScreenFrame className="pt-safe pb-safe shell-column mx-auto min-h-dvh max-w-column sideways:max-w-[46rem]">
      <Outlet />
    </ScreenFrame>
  );
}
