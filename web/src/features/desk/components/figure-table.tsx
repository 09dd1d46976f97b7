import { formatCount } from '../../../lib/format/count.ts';

type FigureTableProps = {
  /** What the line says that opens the table. */
  opener: string;
  /** What the table has, for a screen reader. */
  caption: string;
  /** The title of the first column, which has the times. */
  times: string;
  /** The titles of the columns with figures. */
  columns: readonly string[];
  rows: readonly { key: string; time: string; figures: readonly number[] }[];
};

/** The figures behind a chart or a summary, in a table that a tap opens. */
export const FigureTable = ({ opener, caption, times, columns, rows }: FigureTableProps) => (
  <details>
    <summary className="flex min-h-11 items-center gap-2 text-small underline underline-offset-4 active:opacity-70">
      {opener}
    </summary>
    <table className="w-full text-small wrap-anywhere tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className="py-2 text-left font-normal text-muted">
            {times}
          </th>
          {columns.map((name) => (
            <th key={name} scope="col" className="py-2 pl-2 text-right font-normal text-muted">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, time, figures }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="py-2 pr-1 text-left font-normal">
              {time}
            </th>
            {figures.map((figure, index) => (
              <td key={columns[index]} className="pl-2 text-right">
                {formatCount(figure)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);
