import { useId } from 'react';

/** Lapau's mark, a gonjong roof over a steaming plate (the same drawing as public/mark.svg). Decorative: name it beside it. */
export function Mark({ className }: { className?: string }) {
  const gold = useId();
  return (
    <svg viewBox="0 0 64 64" className={className} aria-hidden="true">
      <defs>
        <linearGradient id={gold} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#ffd877" />
          <stop offset="1" stopColor="#e2951c" />
        </linearGradient>
      </defs>
      <path
        fill={`url(#${gold})`}
        d="M2.5 3C6 13 17 19.5 32 19.5S58 13 61.5 3C62.3 12 59.5 18.5 57.3 22.3C55.8 25 57.5 27.3 60 29.3C51 31.1 42 32 32 32S13 31.1 4 29.3C6.5 27.3 8.2 25 6.7 22.3C4.5 18.5 1.7 12 2.5 3Z"
      />
      <path
        fill="#e5484d"
        d="M9.5 33.4C16.8 34.5 24.2 35 32 35S47.2 34.5 54.5 33.4L53.2 36.8C46.3 37.9 39.2 38.4 32 38.4S17.7 37.9 10.8 36.8Z"
      />
      <path
        fill="none"
        stroke="#f6f0e6"
        strokeWidth="2.4"
        strokeLinecap="round"
        d="M24.5 42.5c-2.6 2.7 2.6 5 0 7.7M32 42c-2.8 2.9 2.8 5.3 0 8.2M39.5 42.5c-2.6 2.7 2.6 5 0 7.7"
      />
      <path
        fill="#f6f0e6"
        d="M9.4 53H54.6a1.4 1.4 0 0 1 1.3 1.9C54 59.3 48.5 62 42 62H22C15.5 62 10 59.3 8.1 54.9A1.4 1.4 0 0 1 9.4 53Z"
      />
    </svg>
  );
}
