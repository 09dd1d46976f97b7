import type { ReactNode } from 'react';

/**
 * A screen's own actions, such as a form's submit button, in a bar as high as the bottom navigation, which gives way to it
 * below 1024 px (app/layouts/bottom-bar.tsx). It stays at the bottom of the screen, above the keyboard.
 */
export function ScreenActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-takes-bottom
      className="z-20 border-line bg-surface pb-safe max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:border-t lg:sticky lg:bottom-0 lg:bg-background"
    >
      <div className="mx-auto flex min-h-16 max-w-column items-center gap-2 px-3 lg:px-0">{children}</div>
    </div>
  );
}
