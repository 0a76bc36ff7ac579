import type { InputOf } from '@portico/contract/ports/kit'
import type { reporting } from '@portico/contract/ports/reporting'
import type { Profile } from '@portico/contract/profile'
import { workflowOf } from '../../core/work/draft.ts'
import type { Queryable } from '../../store/db.ts'
import { changedCases } from '../../store/events/positions.ts'

export type CaseState = InputOf<typeof reporting, 'takeStates'>['cases'][number]

type Row = {
  caseId: string
  docketNumber: string
  caseType: string
  docket: string | null
  status: string | null
  step: string | null
  enteredStepAt: Date | null
  assigneeKind: string | null
  assigneeId: string | null
  version: number
}

const mostAtOnce = 500

/**
 * The states of the cases that have changed after a position, or of all after none. Each is as of now, so it holds
 * everything up to the ceiling at least.
 */
export async function* statesSince(
  db: Queryable,
  { after, ceiling, upTo, profile }: { after: number; ceiling: number; upTo: number; profile: Profile },
): AsyncGenerator<CaseState[]> {
  if (after > 0) {
    const changed = await changedCases(db, after, ceiling)
    for (let first = 0; first < changed.length; first += mostAtOnce) {
      const rows = await read(db, { behind: '', upTo, among: changed.slice(first, first + mostAtOnce) })
      if (rows.length > 0) yield rows.map((row) => stateOf(row, profile))
    }
    return
  }
  for (let behind = ''; ; ) {
    const rows = await read(db, { behind, upTo, among: null })
    if (rows.length > 0) yield rows.map((row) => stateOf(row, profile))
    if (rows.length < mostAtOnce) return
    behind = rows.at(-1)?.caseId ?? behind
  }
}

async function read(
  db: Queryable,
  { behind, upTo, among }: { behind: string; upTo: number; among: readonly string[] | null },
): Promise<Row[]> {
  return db.rows<Row>(
    `select w.case_id as "caseId", c.docket_number as "docketNumber", w.case_type as "caseType", w.docket, w.status,
       w.step, w.entered_step_at as "enteredStepAt", t.assignee_kind as "assigneeKind",
       t.assignee_id as "assigneeId", s.version
     from case_work w join cases c using (case_id) join case_streams s using (case_id)
     left join tasks t on t.case_id = w.case_id and t.task_id = w.step_task_id
     where w.case_id > $1 and w.sensitivity <= $2 and ($3::text[] is null or w.case_id = any($3))
     order by w.case_id limit $4`,
    [behind, upTo, among, mostAtOnce],
  )
}

function stateOf(
  { docket, status, step, enteredStepAt, assigneeKind, assigneeId, ...row }: Row,
  profile: Profile,
) {
  const { caseId, docketNumber, caseType, version } = row
  const standing = status ?? workflowOf({ profile }, caseType).beforeWork.status
  const state: CaseState = {
    caseId,
    docketNumber,
    caseType,
    status: standing,
    ...(assigneeKind === null ? {} : { assignee: `${assigneeKind}:${assigneeId}` }),
    ...(step === null ? {} : { step }),
    ...(enteredStepAt === null ? {} : { enteredStepAt: enteredStepAt.toISOString() }),
    elements: {
      caseType,
      docket,
      status: standing,
      step,
      team: assigneeKind === 'team' ? assigneeId : null,
    },
    version,
  }
  return state
}
