import { Outlet } from 'react-router';
import { ScreenFrame } from './screen-frame.tsx';

/** One column and nothing around it. */
export function BareLayout() {
  return (
    <ScreenFrame className="pt-safe pb-safe mx-auto max-w-column">
      <Outlet />
    </ScreenFrame>
  );
}
