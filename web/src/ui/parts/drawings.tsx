import type { ReactNode } from 'react';

/** Small line drawings for empty states, on a 96-unit square; each has one accent in gold. */
export const drawings = {
  plate: (
    <>
      <path d="M14 58h68c-2 14-12 20-24 20H38c-12 0-22-6-24-20Z" />
      <path d="M26 66c3 4 7 6 12 6" />
      <Accent d="M36 22c-6 7 6 13 0 20M48 18c-7 8 7 15 0 23M60 22c-6 7 6 13 0 20" />
    </>
  ),
  stall: (
    <>
      <path d="M8 16c6 12 20 19 40 19s34-7 40-19c1 11-2 19-8 26H16C10 35 7 27 8 16Z" />
      <path d="M20 42v38M76 42v38M12 80h72M20 60h56" />
      <Accent d="M40 60v-5h16v5M44 50c-2-3 2-4 0-7M52 50c-2-3 2-4 0-7" />
    </>
  ),
  search: (
    <>
      <circle cx="42" cy="42" r="24" />
      <path d="m60 60 22 22" />
      <Accent d="M30 46h24c-1 6-5 9-12 9s-11-3-12-9ZM38 38c-2-3 2-4 0-7M46 38c-2-3 2-4 0-7" />
    </>
  ),
  bookmark: (
    <>
      <path d="M26 14h44a4 4 0 0 1 4 4v64L48 64 22 82V18a4 4 0 0 1 4-4Z" />
      <Accent d="M36 42h24c-1 7-5 10-12 10s-11-3-12-10ZM44 34c-2-3 2-4 0-7M52 34c-2-3 2-4 0-7" />
    </>
  ),
  bell: (
    <>
      <path d="M24 66V44a24 24 0 0 1 48 0v22l6 8H18l6-8Z" />
      <path d="M48 20v-6" />
      <Accent d="M40 80a8 8 0 0 0 16 0" />
    </>
  ),
  chat: (
    <>
      <path d="M14 18h48a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6H36L22 66V54h-8a6 6 0 0 1-6-6V24a6 6 0 0 1 6-6Z" />
      <path d="M76 38h6a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6h-6v10L64 72H48a6 6 0 0 1-6-6" />
      <Accent d="M24 36h.1M38 36h.1M52 36h.1" />
    </>
  ),
  lost: (
    <>
      <path d="M48 86V34M30 86h36" />
      <path d="M48 16h28l9 9-9 9H48ZM48 42H20l-9 8 9 8h28Z" />
      <Accent d="M60 25h10M26 50h12" />
    </>
  ),
  offline: (
    <>
      <path d="M12 38c20-18 52-18 72 0M24 52c14-12 34-12 48 0M36 65c7-6 17-6 24 0" />
      <path d="m16 82 64-64" />
      <Accent d="M48 78h.1" />
    </>
  ),
  locked: (
    <>
      <path d="M24 44h48a4 4 0 0 1 4 4v30a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4V48a4 4 0 0 1 4-4Z" />
      <path d="M32 44V32a16 16 0 0 1 32 0v12" />
      <Accent d="M48 58v10" />
    </>
  ),
} satisfies Record<string, ReactNode>;

function Accent({ d }: { d: string }) {
  return <path d={d} className="text-gold" stroke="currentColor" />;
}
