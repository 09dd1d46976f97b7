import { ChevronDown } from 'lucide-react';
import { classNames } from '../styles/class-names.ts';
import { searchControlStyles } from './search-box.tsx';

type ChoiceFilterProps = {
  /** Its accessible name, such as 'Peran'. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** The options by value, the empty one (no filter) first. */
  options: Record<string, string>;
};

/** A filter with few choices. It is as wide as the chosen one: the browser's select lies over it. */
export function ChoiceFilter({ name, value, onChange, options }: ChoiceFilterProps) {
  return (
    <div className="relative min-w-0">
      <select
        aria-label={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="peer absolute inset-0 size-full appearance-none text-base opacity-0"
      >
        {Object.entries(options).map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
      <span
        aria-hidden="true"
        className={classNames(
          searchControlStyles,
          'flex items-center gap-1 pr-2 pl-3.5 text-small peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-2 peer-focus-visible:outline-gold',
          value !== '' && 'font-semibold text-gold',
        )}
      >
        <span className="truncate">{options[value] ?? options['']}</span>
        <ChevronDown className="size-5 shrink-0 text-muted" />
      </span>
    </div>
  );
}
