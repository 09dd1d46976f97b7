/** The classes that a sheet and its shell share, so that one replaces the other without a jump. */
export const sheetStyles =
  'flex w-full max-w-column flex-col rounded-t-card bg-raised shadow-[0_-1px_0_var(--color-line)]';

/** A sheet has this height from the beginning, so that it does not grow when its content has loaded. */
export const sheetFullHeight = 'h-[80dvh]';
/** Sheets whose content is there at once are as high as it. */
export const sheetFittingHeight = 'max-h-[80dvh]';

export const sheetHeaderStyles = 'flex shrink-0 items-center gap-2 border-b border-line py-1.5 pr-1.5 pl-4';

export const sheetHandleStyles = 'absolute top-1.5 left-1/2 h-1 w-9 -translate-x-1/2 rounded-full bg-muted/60';

export const sheetTitleStyles = 'min-w-0 flex-1 pt-1 text-lg font-semibold';

export const sheetContentStyles = 'min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3';

export const sheetFooterStyles = 'shrink-0 border-t border-line px-4 py-3';

export const sheetInsetStyles = 'shrink-0 pb-[max(env(safe-area-inset-bottom),var(--drawer-keyboard-inset,0px))]';
