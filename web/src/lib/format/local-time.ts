const two = (value: number) => String(value).padStart(2, '0');

/** An ISO time as an `<input type="datetime-local">` has it, in the device's time zone; empty for none. */
export function toLocalInput(time: string | null): string {
  if (time === null) return '';
  const at = new Date(time);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The ISO time of such an input's value; null when nothing, or half of it, was typed. */
export function fromLocalInput(value: string): string | null {
  const at = new Date(value);
  return value === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
