import { Outlet } from 'react-router';
import { ScreenFrame } from './screen-frame.tsx';

/** One column without bars. */
export function BareLayout() {
  return (
    <ScreenFrame className="pt-safe pb-safe shell-column mx-auto min-h-dvh max-w-column">
      <Outlet />
    </ScreenFrame>
  );
}
