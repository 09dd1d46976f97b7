import type { Read } from '@lapau/contract/known';
import type { ReportExportFilter } from '@lapau/contract/reports';
import type { Before } from '@lapau/contract/text';
import type { Database } from '../../platform/database/database.ts';
import { jsonObject, selectJson } from '../../platform/database/json-object.ts';

export type ExportedReport = Before & {
  subject_type: Read<'post' | 'comment' | 'message'>;
  food_name: string;
  comment: string | null;
  owner_name: string;
  reporter_name: string | null;
  reason: string;
  status: Read<'pending' | 'dismissed' | 'resolved'>;
  decided_at: string | null;
  decided_by_name: string | null;
  decision_reason: string | null;
};

const exportedJson = jsonObject<ExportedReport>({
  id: 'r.id',
  created_at: 'r.created_at',
  subject_type: 'r.subject_type',
  food_name: 'r.snapshot_food_name',
  comment: 'r.snapshot_comment',
  owner_name: 'r.snapshot_owner_name',
  reporter_name: 'p.full_name',
  reason: 'r.reason',
  status: 'r.status',
  decided_at: 'r.decided_at',
  decided_by_name: 'd.decided_by_name',
  decision_reason: 'd.reason',
});

/** Finds reports, decided ones too, newest first. The words of a reported message are left out (D73). */
export async function findReportsToExport(
  database: Database,
  { status }: ReportExportFilter,
  before: Before | undefined,
  limit: number,
): Promise<ExportedReport[]> {
  const values: unknown[] = [limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    status && `r.status = ${parameter(status)}`,
    before && `(r.created_at, r.id) < (${parameter(before.created_at)}::timestamptz, ${parameter(before.id)}::uuid)`,
  ].filter(Boolean);
  return selectJson(
    database.query,
    exportedJson,
    `from reports r
     left join all_people p on p.id = r.reporter_id
     left join all_decisions d on d.id = r.decision_id
     ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
     order by r.created_at desc, r.id desc limit $1`,
    values,
  );
}
