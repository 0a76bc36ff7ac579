import type { PastRouting } from '../core/mail/replay.ts'
import type { Queryable } from '../store/db.ts'
import { batch, type Projection } from './projection.ts'

export const mailRoutings: Projection = {
  name: 'mailRoutings',
  tables: ['mail_routings'],
  types: ['mail.routed'],
  statement: `
    with ${batch}
    insert into mail_routings (case_id, sequence, at, task_id, mail_type, document_id, because, team, conditions)
    select case_id, sequence, at, data->>'taskId', data->>'mailType', data->>'documentId', data->>'because',
      data->>'team',
      case when data ? 'conditions' then array(select jsonb_array_elements_text(data->'conditions')) end
    from batch`,
}

export type Routed = PastRouting & {
  caseId: string
  sequence: number
  at: Date
  taskId: string
  documentId: string | null
}

/** Past mail of the cases that may be seen, oldest first, in pages. */
export async function* routedMail(
  db: Queryable,
  {
    from,
    before,
    upTo,
    barred,
    pageSize = 1000,
  }: { from: Date; before: Date; upTo: number; barred: readonly string[]; pageSize?: number },
): AsyncGenerator<Routed[]> {
  let last: Pick<Routed, 'at' | 'caseId' | 'sequence'> = { at: from, caseId: '', sequence: 0 }
  for (;;) {
    const rows: Routed[] = await db.rows<Routed>(
      `select m.case_id as "caseId", m.sequence, m.at, m.task_id as "taskId", m.mail_type as "mailType",
         m.document_id as "documentId", m.because, m.team, m.conditions
       from mail_routings m left join case_work w using (case_id)
       where (m.at, m.case_id, m.sequence) > ($1, $2, $3) and m.at < $4
         and coalesce(w.sensitivity, 0) <= $5 and m.case_id <> all($6::text[])
       order by m.at, m.case_id, m.sequence limit $7`,
      [last.at, last.caseId, last.sequence, before, upTo, barred, pageSize],
    )
    if (rows.length > 0) yield rows
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) return
    last = end
  }
}
