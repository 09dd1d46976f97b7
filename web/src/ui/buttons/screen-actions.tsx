import type { ReactNode } from 'react';
import { useTakesPlace } from '../../lib/screen/takes-place.ts';

/**
 * A screen's own actions, such as a form's submit button, in a bar as high as the bottom navigation, which gives way to it
 * below 1024 px (app/layouts/bottom-bar.tsx). It stays at the bottom of the screen, above the keyboard, and gives way itself to
 * what is typed into at the bottom.
 */
export function ScreenActions({ children }: { children: ReactNode }) {
  useTakesPlace('actions');
  return (
    <div
      data-screen-actions
      data-covers="bottom"
      className="z-20 border-t border-line bg-surface pb-safe in-data-typing:max-lg:hidden max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 lg:sticky lg:bottom-0 lg:bg-background"
    >
      <div className="mx-auto flex min-h-16 max-w-column items-center gap-2 px-3 lg:in-[form]:mx-0 lg:in-[form]:px-0">
        {children}
      </div>
    </div>
  );
}
