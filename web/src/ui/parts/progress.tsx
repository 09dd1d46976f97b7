/** A progress bar. `value` is from 0 to 1; `name` is its accessible name. */
export function Progress({ name, value }: { name: string; value: number }) {
  return (
    <div
      role="progressbar"
      aria-label={name}
      aria-valuenow={Math.round(value * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 overflow-hidden rounded-full bg-fill"
    >
      <div
        className="h-full origin-left rounded-full bg-gold transition-transform"
        style={{ transform: `scaleX(${value})` }}
      />
    </div>
  );
}
