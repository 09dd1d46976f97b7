import { Heading } from '../../../ui/parts/heading.tsx';

/**
 * Says what this site is, in a drawing and a sentence.
 * @param isForCook whether an invitation of cooks was followed, which leads to /become-seller
 */
export function Introduction({ isForCook = false }: { isForCook?: boolean }) {
  return (
    <div className="grid gap-3">
      <StallAtNight />
      <p className="text-balance text-muted">
        {isForCook
          ? 'Pasang masakan Anda di sini: tetangga melihatnya, lalu menelepon atau bertanya. Daftar dulu, gratis.'
          : 'Lihat apa yang dimasak warung di nagari Anda hari ini, lalu hubungi yang memasaknya.'}
      </p>
      <Heading className="text-2xl font-bold">Masuk</Heading>
    </div>
  );
}

/** A lapau in lamp light under a gonjong roof, food on its counter, between two marawa, the flag of the Minangkabau. */
function StallAtNight() {
  return (
    <svg viewBox="0 0 320 132" aria-hidden="true" className="w-full rounded-card bg-surface">
      <defs>
        <radialGradient id="lamp-light" cx="160" cy="66" r="120" gradientUnits="userSpaceOnUse">
          <stop offset="0" stopColor="#f2b632" stopOpacity="0.5" />
          <stop offset="0.45" stopColor="#e2951c" stopOpacity="0.16" />
          <stop offset="1" stopColor="#e2951c" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="roof-gold" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#ffd877" />
          <stop offset="1" stopColor="#e2951c" />
        </linearGradient>
      </defs>
      <path fill="url(#lamp-light)" d="M0 0h320v132H0Z" />
      <path fill="#37312b" d="M0 118h320v14H0Z" />
      <path fill="#2b1c10" d="M104 58h112v60H104Z" />
      <path fill="url(#lamp-light)" d="M104 58h112v60H104Z" />
      <path fill="#5a4130" d="M101 56h7v62h-7ZM212 56h7v62h-7Z" />
      <g transform="translate(78.4 -1) scale(2.55 1.95)">
        <path
          fill="url(#roof-gold)"
          d="M2.5 3C6 13 17 19.5 32 19.5S58 13 61.5 3C62.3 12 59.5 18.5 57.3 22.3C55.8 25 57.5 27.3 60 29.3C51 31.1 42 32 32 32S13 31.1 4 29.3C6.5 27.3 8.2 25 6.7 22.3C4.5 18.5 1.7 12 2.5 3Z"
        />
        <path
          fill="#e5484d"
          d="M9.5 33.4C16.8 34.5 24.2 35 32 35S47.2 34.5 54.5 33.4L53.2 36.8C46.3 37.9 39.2 38.4 32 38.4S17.7 37.9 10.8 36.8Z"
        />
      </g>
      <path stroke="#5a4130" strokeWidth="1.5" d="M160 73v5" />
      <circle cx="160" cy="81" r="3.5" fill="#ffe3a0" />
      <path
        fill="none"
        stroke="#f6f0e6"
        strokeWidth="2"
        strokeLinecap="round"
        d="M126 89c-2 2 2 3.5 0 5.5M131 88c-2 2 2 4 0 6.5M187 89c-2 2 2 3.5 0 5.5M192 88c-2 2 2 4 0 6.5"
      />
      <path fill="#f6f0e6" d="M118 97h21c-1 4-4 6-10.5 6S119 101 118 97ZM179 97h21c-1 4-4 6-10.5 6S180 101 179 97Z" />
      <path fill="#120c08" d="M146 91h28v7c0 3-3 5-6 5h-16c-3 0-6-2-6-5ZM147 88.5c2-3 24-3 26 0Z" />
      <path fill="#8a6446" d="M94 103h132v5H94Z" />
      <path fill="#3b2a20" d="M98 108h124v10H98Z" />
      <Marawa x={42} />
      <Marawa x={252} />
    </svg>
  );
}

/** The flag, which is black, red and gold from the pole on. */
function Marawa({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 22)`}>
      <path fill="#000" stroke="#37312b" d="M2 2c3 1 5 1 8 0v62c-3 1-5 1-8 0Z" />
      <path fill="#e5484d" d="M10 2c3-1 5-1 8 0v62c-3-1-5-1-8 0Z" />
      <path fill="#f2b632" d="M18 2c3 1 5 1 8 0v62c-3 1-5 1-8 0Z" />
      <path stroke="#8a6446" strokeWidth="2.5" strokeLinecap="round" d="M1 0v96" />
    </g>
  );
}
