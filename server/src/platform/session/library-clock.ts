import { OperationNodeTransformer } from 'kysely';
import type { KyselyPlugin, PrimitiveValueListNode, ValueNode } from 'kysely';
import { readClock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';

/**
 * Gives a database for a library that compares stored times with this machine's clock: times that it reads are moved by the difference
 * of the two clocks, and times that it writes are moved back.
 */
export async function onThisMachinesClock(db: Db): Promise<{ db: Db; toStored: (time: Date) => Date }> {
  const aheadMs = (await readClock(db)).getTime() - Date.now();
  return {
    db: db.withPlugin(shiftTimes(aheadMs)),
    toStored: (time) => new Date(time.getTime() + aheadMs),
  };
}

function shiftTimes(aheadMs: number): KyselyPlugin {
  const shift = (value: unknown, byMs: number) => (value instanceof Date ? new Date(value.getTime() + byMs) : value);
  const transformer = new (class extends OperationNodeTransformer {
    protected override transformValue(node: ValueNode): ValueNode {
      return { ...node, value: shift(node.value, aheadMs) };
    }
    protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
      return { ...node, values: node.values.map((value) => shift(value, aheadMs)) };
    }
  })();
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => ({
      ...result,
      rows: result.rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column, shift(value, -aheadMs)])),
      ),
    }),
  };
}
