import { localDay, mondaysUntil } from '@lapau/contract/day';
import { deskWeeks, waitNames } from '@lapau/contract/desk';
import type { Week } from '@lapau/contract/desk';
import { nameOf } from '@lapau/contract/known';
import type { Before } from '@lapau/contract/text';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { readClock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { mountCsvExport } from '../../platform/http/csv-export.ts';
import type { CsvColumns } from '../../platform/http/csv.ts';
import type { Gate, Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAction } from '../audit/rules.ts';
import { findWeeks } from './queries-weeks.ts';

export const weeksCalls = ({ database }: Platform): Handlers<'get_admin_weeks'> => ({
  get_admin_weeks: () => findLastWeeks(database.db),
});

const findLastWeeks = async (db: Db): Promise<Week[]> =>
  findWeeks(db, mondaysUntil(localDay(await readClock(db)), deskWeeks));

/** A week has the key by which longer lists are read in portions. */
type ExportedWeek = Week & Before;

const columns: CsvColumns<ExportedWeek> = [
  ['Pekan mulai', ({ monday }) => monday],
  ['Orang baru', (week) => String(week.new_people)],
  ['Masakan baru', (week) => String(week.new_posts)],
  ['Postingan dilaporkan', (week) => String(week.reported_posts)],
  ['Komentar dilaporkan', (week) => String(week.reported_comments)],
  ['Pesan dilaporkan', (week) => String(week.reported_messages)],
  ['Paling lama menunggu', ({ longest_wait: wait }) => (wait ? nameOf(waitNames, wait.what) : '')],
  ['Menunggu (jam)', ({ longest_wait: wait }) => (wait ? String(wait.hours) : '')],
];

/** GET /export/mingguan.csv answers the figures of the weeks as a file. */
export const mountWeekExport = (app: FastifyInstance, gate: Gate, platform: Platform): void =>
  mountCsvExport(app, gate, platform, {
    name: 'mingguan',
    filter: z.strictObject({}),
    record: (tx, admin) =>
      recordAction(tx, admin, { action: 'export_weeks', target: { type: 'list', id: 'mingguan' }, details: {} }),
    columns,
    findBatch: async (_filter, before) =>
      before
        ? []
        : (await findLastWeeks(platform.database.db)).map((week) => ({
            ...week,
            id: week.monday,
            created_at: week.monday,
          })),
  });
