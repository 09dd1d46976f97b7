import type { DayFigures, DishFigures } from '@lapau/contract/stats';
import { formatCount } from '../../../lib/format/count.ts';
import { formatCalendarDay } from '../../../lib/format/day.ts';
import { Link } from '../../../ui/parts/link.tsx';
import { FigureHeads, kinds } from './figure-kinds.tsx';
import type { FigureKind } from './figure-kinds.tsx';

/** The last days as a table, latest first. */
export const DayTable = ({ days }: { days: readonly DayFigures[] }) => (
  <table className={tableStyles}>
    <caption className="sr-only">Tiap hari</caption>
    <Heads first="Hari" />
    <tbody>
      {[...days].reverse().map((day) => (
        <tr key={day.day} className="border-t border-line">
          <th scope="row" className="py-2 pr-1 text-left font-normal">
            {formatCalendarDay(day.day)}
          </th>
          <Figures of={day} />
        </tr>
      ))}
    </tbody>
  </table>
);

/** The figures of each dish, most seen first. */
export const DishTable = ({ dishes }: { dishes: readonly DishFigures[] }) => (
  <table className={tableStyles}>
    <caption className="sr-only">Tiap makanan</caption>
    <Heads first="Makanan" />
    <tbody>
      {dishes.map((dish) => (
        <tr key={dish.id} className="border-t border-line">
          <th scope="row" className="text-left font-semibold">
            <Link to={`/post/${dish.id}`} className="flex min-h-11 items-center py-2 pr-1 -outline-offset-2">
              <span className="line-clamp-3 min-w-28 wrap-anywhere">
                <bdi>{dish.food_name}</bdi>
              </span>
            </Link>
          </th>
          <Figures of={dish} />
        </tr>
      ))}
    </tbody>
  </table>
);

const tableStyles = 'w-full text-small tabular-nums';

const Heads = ({ first }: { first: string }) => (
  <thead>
    <tr>
      <th scope="col" className="py-2 text-left font-normal text-muted">
        {first}
      </th>
      <FigureHeads />
    </tr>
  </thead>
);

const Figures = ({ of }: { of: Record<FigureKind, number> }) =>
  kinds.map((kind) => (
    <td key={kind} className={of[kind] > 0 ? 'w-10 px-1 text-right' : 'w-10 px-1 text-right text-muted'}>
      {formatCount(of[kind])}
    </td>
  ));
