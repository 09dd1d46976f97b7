import { median, runInRounds } from '../../shared/rounds.ts';
import type { Row } from '../../shared/table.ts';
import { cookieOf, people } from '../data/data.ts';
import type { Bench } from './bench.ts';

const budgetSeconds = 5;

/** Measures how long an admin waits for each list as a whole file. */
export async function measureCsvExports({ lapau, sizes, rounds }: Bench): Promise<Row[]> {
  const headers = { cookie: cookieOf(people(sizes).admin) };
  const download = (name: string) => async () => {
    const begun = performance.now();
    const response = await fetch(`${lapau.url}/export/${name}.csv`, { headers });
    const bytes = (await response.arrayBuffer()).byteLength;
    if (!response.ok) throw new Error(`/export/${name}.csv answered ${response.status}`);
    return { seconds: (performance.now() - begun) / 1000, bytes };
  };
  const turns = await runInRounds(rounds, {
    people: download('pengguna'),
    stalls: download('warung'),
    reports: download('laporan'),
  });
  const row = (what: string, files: { seconds: number; bytes: number }[]): Row => {
    const seconds = median(files.map((file) => file.seconds));
    return {
      what: `${what} as CSV`,
      measured: `${seconds.toFixed(2)} s, ${Math.round((files[0]?.bytes ?? 0) / 1000)} kB`,
      budget: `<= ${budgetSeconds} s`,
      isMet: seconds <= budgetSeconds,
    };
  };
  return [
    row(`${sizes.members} people`, turns.people),
    row(`${sizes.stalls} stalls`, turns.stalls),
    row(`${sizes.reports} reports`, turns.reports),
  ];
}
