import type { EventType } from '@portico/contract/events'
import type { SessionKind } from '@portico/contract/sessions'
import { awayIn, evolve as evolveRemands, noRemands, remandReads } from '../../core/decision/remand-state.ts'
import { issues as issueList } from '../../core/issue/issue.ts'
import { evolve as evolveIssues, issueEventTypes } from '../../core/issue/state.ts'
import { type Recorded, Refusal } from '../../core/kernel/decider.ts'
import type { Stood } from '../../core/work/reopen.ts'
import { initialWork, isPending } from '../../core/work/state.ts'
import { work } from '../../core/work/work.ts'
import { listTasks } from '../../projections/list-tasks.ts'
import type { Queryable } from '../../store/db.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { foldedWork } from './case-state-as-of.ts'

export type ReopenCase = ReturnType<typeof createReopenCase>

/** Puts a case that was ended back where it stood before the command that ended it. */
export function createReopenCase({ execute }: { execute: Execute }) {
  return (request: Request, caseId: string, why: string) => {
    const underLock = async (tx: Queryable) => {
      const stood = await stoodBefore(tx, caseId)
      return { type: 'reopenCase' as const, caseId, why, stood }
    }
    return execute(work, request, { caseId, underLock }, () => null)
  }
}

async function stoodBefore(tx: Queryable, caseId: string): Promise<Stood> {
  const [closed] = await tx.rows<{ id: string; at: Date; before: number; is_brought: boolean }>(
    // The command that ended it wrote its events together: with one correlation, at one moment.
    `select c.id, c.at, c.data ? 'isBrought' as is_brought, coalesce((
         select max(e.sequence) from events e where e.case_id = c.case_id and e.sequence < c.sequence
           and (e.correlation_id, e.recorded_at) is distinct from (c.correlation_id, c.recorded_at)), 0) as before
     from events c where c.case_id = $1 and c.type = 'case.closed' and c.data is not null
     order by c.sequence desc limit 1`,
    [caseId],
  )
  if (!closed) throw new Refusal('stateForbids', 'The case is open: only a closed case is reopened.')
  const endedBy = { id: closed.id, at: closed.at.toISOString() }
  // What was closed elsewhere stood nowhere here: somebody decides how it goes on.
  if (closed.is_brought)
    return { endedBy, work: initialWork, instructions: {}, sessions: [], drafts: [], issues: [] }
  const [{ work: stood }, tasks, sessions, issues, remands] = await Promise.all([
    foldedWork(tx, caseId, closed.before),
    listTasks(tx, caseId),
    tx.rows<{ sessionId: string; kind: SessionKind }>(
      `select session_id as "sessionId", kind from sessions where case_id = $1 and status = 'withdrawn'
       order by session_id`,
      [caseId],
    ),
    listBefore(tx, caseId, closed.before),
    awayBefore(tx, caseId, closed.before),
  ])
  const { workProduct } = stood
  const status = workProduct?.status
  return {
    endedBy,
    work: stood,
    instructions: Object.fromEntries(
      tasks.flatMap(({ id, instructions }) =>
        instructions.length === 0 ? [] : [[id, instructions.map(({ text }) => text).join('\n\n')]],
      ),
    ),
    sessions: sessions.filter(({ sessionId }) => isPending(stood.sessions[sessionId] ?? '')),
    drafts:
      workProduct && (status === 'draft' || status === 'inReview')
        ? [{ workProductId: workProduct.id, status }]
        : [],
    issues,
    remands,
  }
}

async function listBefore(tx: Queryable, caseId: string, version: number): Promise<string[]> {
  const events = await eventsBefore(tx, caseId, { types: issueEventTypes, version })
  return events.reduce(evolveIssues, issueList.initial).issueIds
}

async function awayBefore(
  tx: Queryable,
  caseId: string,
  version: number,
): Promise<NonNullable<Stood['remands']>> {
  const events = await eventsBefore(tx, caseId, { types: remandReads, version })
  const before = awayIn(events.reduce(evolveRemands, noRemands))
  return before.map(({ id: remandId, issueIds }) => ({ remandId, issueIds }))
}

async function eventsBefore(
  tx: Queryable,
  caseId: string,
  { types, version }: { types: readonly EventType[]; version: number },
): Promise<Recorded[]> {
  const rows = await tx.rows<Omit<Recorded, 'at'> & { at: Date }>(
    `select type, subject, at, actor, data from events
     where case_id = $1 and type = any($2) and sequence <= $3 and data is not null order by sequence`,
    [caseId, types, version],
  )
  return rows.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }) as Recorded)
}
