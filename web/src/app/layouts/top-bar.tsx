import type { ReactNode } from 'react';

/**
 * The bar that stays at the top. What a screen makes stick below it takes `top-(--below-top-bar)`, or
 * `top-(--below-search-bar)` on a screen with a search bar (ui/fields/search-bar.tsx). Below 1024 px it gives way to a screen's own header
 * (lib/screen/takes-place.ts). As in the bar at the bottom, texts do not grow with the phone's text setting: its height is fixed.
 */
export function TopBar({ width, children }: { width: string; children: ReactNode }) {
  return (
    <header
      data-covers="top"
      className="sticky top-(--offline-bar) z-20 border-b border-line bg-background pt-safe in-data-own-top:max-lg:hidden lg:marawa-line"
    >
      <div
        className={`mx-auto flex h-11 text-[min(1rem,5vw)] [text-size-adjust:none] items-center gap-1 px-3 ${width}`}
      >
        {children}
      </div>
    </header>
  );
}
