// Dialogs and confirmations share these classes.

/** The backdrop needs `forceRender`, or a dialog over another one would look like a part of it. */
export const backdropStyles =
  'fixed inset-0 z-40 bg-black/70 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

export const dialogStyles =
  'flex max-h-[85dvh] w-full max-w-[24rem] flex-col rounded-card bg-raised shadow-xl ring-1 ring-line outline-none transition-[transform,opacity] duration-200 ease-out data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0';

export const dialogViewportStyles = 'fixed inset-0 z-40 grid place-items-center p-4';
