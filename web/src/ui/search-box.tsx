import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { classNames } from './class-names.ts';
import { controlStyles } from './field.tsx';
import { IconButton } from './icon-button.tsx';

type SearchBoxProps = {
  value: string;
  onChange: (value: string) => void;
  /** Also its accessible name, such as 'Cari makanan atau warung...'. */
  placeholder: string;
};

export function SearchBox({ value, onChange, placeholder }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  function clear() {
    onChange('');
    input.current?.focus();
  }
  return (
    <search className="relative block">
      <Search aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-muted" />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={placeholder}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        // The list is filtered while typing; Enter only closes the keyboard.
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        className={classNames(controlStyles, 'px-11')}
      />
      {value !== '' && (
        <span className="absolute top-0.5 right-0.5">
          <IconButton name="Hapus pencarian" icon={<X className="size-5" />} onClick={clear} className="text-muted" />
        </span>
      )}
    </search>
  );
}
