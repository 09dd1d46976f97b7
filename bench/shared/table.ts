/** A line of the report. Without a budget it is for information only. */
export type Row = {
  what: string;
  measured: string;
  against?: string;
  ratio?: number;
  budget?: string;
  isMet?: boolean;
};

const columns = ['what', 'measured', 'against', 'ratio', 'budget', 'verdict'];

const cells = ({ what, measured, against, ratio, budget, isMet }: Row): string[] => [
  what,
  measured,
  against ?? '',
  ratio === undefined ? '' : ratio.toFixed(2),
  budget ?? '',
  isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
];

/** The rows as one aligned table. */
export const table = (rows: Row[]): string => align([columns, ...rows.map(cells)]);

/** Lines of cells, the first of them headings, as one aligned table. */
export function align(lines: [headings: string[], ...rows: string[][]]): string {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const [headings, ...rows] = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [headings, rule, ...rows].join('\n');
}

export const perSecond = (rate: number): string => `${Math.round(rate)}/s`;
export const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const megabytes = (value: number): string => `${Math.round(value)} MB`;
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
