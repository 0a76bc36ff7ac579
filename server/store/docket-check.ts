import type { Queryable } from './db.ts'

export type Finding = { invariant: number; caseId: string; subject: string; sentence: string }
/** The position in the log up to which the findings are current, and the rules used. */
export type Checked = { position: number; epoch: number; rules: Buffer; wholeAt: Date }

export async function readCheck(db: Queryable): Promise<(Checked & { findings: Finding[] }) | undefined> {
  const [row] = await db.rows<Checked & { findings: Finding[] }>(
    `select position, epoch, rules, whole_at as "wholeAt", coalesce((
       select jsonb_agg(jsonb_build_object('invariant', invariant, 'caseId', case_id, 'subject', subject, 'sentence', sentence)
         order by invariant, case_id, subject) from docket_findings), '[]') as findings
     from docket_check`,
  )
  return row
}

/** Replaces the findings about some cases. */
export async function keepFindings(
  tx: Queryable,
  { caseIds, findings }: { caseIds: readonly string[]; findings: readonly Finding[] },
): Promise<void> {
  await tx.rows(`delete from docket_findings where case_id = any($1)`, [caseIds])
  await tx.rows(
    `insert into docket_findings (invariant, case_id, subject, sentence)
     select distinct invariant, "caseId", subject, sentence
     from jsonb_to_recordset($1) as f (invariant int, "caseId" text, subject text, sentence text)
     on conflict do nothing`,
    [JSON.stringify(findings)],
  )
}

export async function keepCheck(tx: Queryable, { position, epoch, rules, wholeAt }: Checked): Promise<void> {
  await tx.rows(
    `insert into docket_check (position, epoch, rules, whole_at) values ($1, $2, $3, $4)
     on conflict (only_row) do update set position = excluded.position, epoch = excluded.epoch, rules = excluded.rules,
       whole_at = excluded.whole_at`,
    [position, epoch, rules, wholeAt],
  )
}

/** Deletes findings about purged cases. */
export const forgetGoneFindings = (tx: Queryable) =>
  tx.rows(
    `delete from docket_findings f where not exists (select from case_work w where w.case_id = f.case_id)`,
  )
