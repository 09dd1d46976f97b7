import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import type { ComponentProps } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { classNames } from '../styles/class-names.ts';

type SearchBoxProps = Pick<ComponentProps<'input'>, 'onFocus' | 'onBlur'> & {
  value: string;
  onChange: (value: string) => void;
  /** Also its accessible name, such as 'Cari makanan atau warung...'. */
  placeholder: string;
};

/** A control in a search bar looks 40 px high; its transparent border makes it one of 44 px to a thumb. */
export const searchControlStyles =
  'h-11 rounded-full border-y-2 border-transparent bg-surface bg-clip-padding ring-1 ring-inset ring-line';

export function SearchBox({ value, onChange, placeholder, onFocus, onBlur }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  function clear() {
    onChange('');
    input.current?.focus();
  }
  return (
    <div role="search" className="relative block min-w-0 flex-1">
      <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
      <input
        ref={input}
        type="search"
        dir="auto"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={placeholder}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={onFocus}
        onBlur={onBlur}
        // The list is filtered while typing; Enter only closes the keyboard.
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        className={classNames(
          searchControlStyles,
          'w-full pl-10 text-base text-ellipsis text-text placeholder:text-muted focus:outline-2 focus:-outline-offset-2 focus:outline-gold',
          value === '' ? 'pr-3' : 'pr-11',
        )}
      />
      {value !== '' && (
        <span className="absolute top-0 right-0">
          <IconButton name="Hapus pencarian" icon={<X className="size-5" />} onClick={clear} className="text-muted" />
        </span>
      )}
    </div>
  );
}
