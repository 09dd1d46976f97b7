import { queueOf } from '../../../lib/outbox/queue.ts';
import { useOutboxEntries, useWhyStuck } from '../../../lib/session/use-outbox.ts';
import { CardGrid } from '../../../ui/lists/card-grid.tsx';
import { sendingDishes } from '../composer/sending-dishes.ts';
import { SendingDishCard } from './sending-dish-card.tsx';

/** One's dishes that have not been posted yet, above the menu. */
export function SendingDishesList() {
  const entries = useOutboxEntries(sendingDishes);
  const whyStuck = useWhyStuck();
  if (entries.length === 0) return null;
  return (
    <CardGrid name="Belum diposting">
      {entries.map((entry) => (
        <SendingDishCard key={entry.id} entry={entry} whyStuck={whyStuck(queueOf(entry))} />
      ))}
    </CardGrid>
  );
}
