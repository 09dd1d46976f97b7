export type ButtonVariant = 'primary' | 'quiet' | 'danger';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-gold text-on-gold hover:bg-gold/90',
  quiet: 'bg-raised text-text ring-1 ring-inset ring-line hover:bg-fill',
  danger: 'bg-red text-on-red hover:bg-red/90',
};

/** The classes that make an element look like a button, whether it is a button or a link. */
export function buttonStyles(variant: ButtonVariant): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 py-2 text-base font-semibold select-none transition-[transform,opacity] active:scale-[0.98] active:opacity-80 ${variants[variant]} disabled:bg-fill disabled:text-muted aria-disabled:not-aria-busy:bg-fill aria-disabled:not-aria-busy:text-muted disabled:pointer-events-none`;
}
