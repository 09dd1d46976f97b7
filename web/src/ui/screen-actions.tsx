import type { ReactNode } from 'react';

/**
 * A screen's own actions, such as a form's submit button, in a bar as high as the bottom navigation, which gives way to it
 * below 1024 px (app/layouts/bottom-bar.tsx). It stays at the bottom of the screen, above the keyboard, and gives way itself to
 * something with `data-takes-bottom` in a `peer` before it.
 */
export function ScreenActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-takes-bottom
      data-covers="bottom"
      className="z-20 border-t border-line bg-surface pb-safe peer-has-data-takes-bottom:max-lg:hidden max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 lg:sticky lg:bottom-0 lg:bg-background"
    >
      <div className="mx-auto flex min-h-16 max-w-column items-center gap-2 px-3 lg:in-[form]:mx-0 lg:in-[form]:px-0">
        {children}
      </div>
    </div>
  );
}
