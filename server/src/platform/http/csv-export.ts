import type { Before } from '@lapau/contract/text';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { ZodMiniType } from 'zod/mini';
import { AppError } from '../errors/app-error.ts';
import type { Platform } from '../platform.ts';
import { allows } from '../session/actor.ts';
import type { Tx } from '../transactions/transaction.ts';
import { sendCsv } from './csv.ts';
import type { CsvColumns } from './csv.ts';
import { fieldErrors } from './gate.ts';
import type { Gate } from './gate.ts';

type CsvExport<Schema extends ZodMiniType, Row extends Before> = {
  /** The name of the file and of its path, /export/<name>.csv. */
  name: string;
  /** The schema of the query, which is the list's own filter. */
  filter: Schema;
  /** Writes the audit log. The file is sent after that is committed. */
  record: (tx: Tx, admin: { id: string }, filter: z.output<Schema>) => Promise<void>;
  columns: CsvColumns<Row>;
  /** Finds the rows after the last one, as the list's own pages have them. */
  findBatch: (filter: z.output<Schema>, before: Before | undefined, limit: number) => Promise<Row[]>;
};

/** Mounts GET /export/<name>.csv, by which an admin downloads a filtered list. It is recorded, so a foreign page may not cause it. */
export function mountCsvExport<Schema extends ZodMiniType, Row extends Before>(
  app: FastifyInstance,
  gate: Gate,
  { transaction, limits, sessions }: Pick<Platform, 'transaction' | 'limits' | 'sessions'>,
  { name, filter: schema, record, columns, findBatch }: CsvExport<Schema, Row>,
): void {
  const onRequest = gate.guard({ access: 'admin', writes: true });
  app.get(`/export/${name}.csv`, { onRequest }, async (request, reply) => {
    const { member } = request;
    if (!member) throw new Error('the gate admitted a request without a session');
    const parsed = schema.safeParse(request.query);
    if (!parsed.success) throw new AppError('invalid_input', fieldErrors(parsed.error.issues));
    await limits.listExportsByAdmin.take(`${name} ${member.id}`);
    const filter = parsed.data;
    await transaction((tx) => record(tx, member, filter));
    return sendCsv(reply, name, columns, async (before, limit) => {
      const read = await sessions.read(request.headers);
      if (allows('admin', typeof read === 'string' ? null : read) === true) return findBatch(filter, before, limit);
      // The connection is cut, because a file that just ended here would look whole.
      reply.raw.destroy();
      return [];
    });
  });
}
