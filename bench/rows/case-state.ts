import { caseStateAsOf } from '../../server/app/work/case-state-as-of.ts'
import type { Decider, Fact } from '../../server/core/kernel/decider.ts'
import { defaultProfile } from '../../server/profile/default.ts'
import { findStanding } from '../../server/projections/case-work.ts'
import type { Database } from '../../server/store/db.ts'
import { requestBy } from '../../server/test/case-desk.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { openWorkDesk } from '../../server/test/work-desk.ts'
import { type Comparison, interleaved, medianMs, scaled } from '../measure.ts'

const fewEvents = scaled(5000)
const manyEvents = scaled(50_000)
/** One in so many is about the work; the others are about what the file says. */
const workEvery = 10
const mostFacts = 1000
const readsEach = 100
const longReadsEach = 5
const rounds = 7

/** Where a case of 50,000 events stands, beside its bare statement, and beside a case of a tenth. */
export async function caseState(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const db = await freshDatabase({ size: 2 })
  stack.defer(db.close)
  const few = await openCase(db, fewEvents)
  const many = await openCase(db, manyEvents)
  await db.script('vacuum analyze')

  const now = new Date()
  const perSecond = async (read: () => Promise<unknown>, times = readsEach) =>
    1000 / (await medianMs(times, read))
  const { ours, bare, tenth, halfWay, bareHalfWay } = await interleaved(rounds, {
    ours: () => perSecond(() => findStanding(db, many)),
    bare: () => perSecond(() => bareState(db, many)),
    tenth: () => perSecond(() => findStanding(db, few)),
    halfWay: () =>
      perSecond(
        () => caseStateAsOf(db, { caseId: many, version: manyEvents / 2, at: now, profile: defaultProfile }),
        longReadsEach,
      ),
    bareHalfWay: () => perSecond(() => bareEvents(db, many), longReadsEach),
  })
  const what = `the state of a case of ${manyEvents} events`
  return [
    { what, unit: 'reads/s', ours, peer: bare, peerName: 'its bare statement', aim: { atLeast: 0.5 } },
    {
      what: `${what}: how long`,
      unit: 'ms',
      ours: 1000 / ours,
      peer: 1000 / tenth,
      peerName: `of a case of ${fewEvents}`,
      aim: { atMost: 1.5 },
    },
    {
      what: `${what}, as it was half way`,
      unit: 'reads/s',
      ours: halfWay,
      peer: bareHalfWay,
      peerName: 'reading the events of its work',
      aim: { atLeast: 0.5 },
    },
  ]
}

async function openCase(db: Database, events: number): Promise<string> {
  const desk = openWorkDesk(db)
  const caseId = await desk.open()
  await desk.docket(caseId, 'directReview')
  const taskId = await desk.openTask(caseId, 'distribution')
  const facts = Array.from({ length: events }, (_, index): Fact => {
    if (index % workEvery > 0) {
      const documentId = 'doc_bench'
      return { type: 'document.markedRead', subject: documentId, data: { documentId } }
    }
    const id = `mem_${index % 7}`
    const assignee = { kind: 'person' as const, id, name: id }
    const data = { taskId, type: 'distribution', assignee, status: 'assigned' as const }
    return { type: 'task.assigned', subject: taskId, data }
  })
  for (let first = 0; first < facts.length; first += mostFacts) {
    const command = { type: 'record' as const, caseId, facts: facts.slice(first, first + mostFacts) }
    await desk.execute(recorder, requestBy(), command, () => null)
  }
  return caseId
}

/** Takes facts as they are given: 50,000 commands would take minutes. */
const recorder: Decider<{ type: 'record'; caseId: string; facts: Fact[] }, null> = {
  name: 'bench',
  stateVersion: 1,
  reads: () => ({ types: [] }),
  initial: null,
  evolve: () => null,
  decide: ({ facts }) => facts,
}

function bareState(db: Database, caseId: string) {
  return db.rows(
    `select w.status, w.party_status, w.why, w.next, w.step, w.entered_step_at, t.assignee_kind, t.assignee_id,
       t.assignee_name, t.deadline, s.version,
       (select count(*) from tasks o where o.case_id = $1 and o.closed_at is null) as open_tasks
     from case_work w join case_streams s using (case_id)
       left join tasks t on t.case_id = w.case_id and t.task_id = w.step_task_id
     where w.case_id = $1`,
    [caseId],
  )
}

function bareEvents(db: Database, caseId: string) {
  return db.rows(
    `select type, subject, at, actor, data from events
     where case_id = $1 and type like 'task.%' and sequence <= $2 order by sequence`,
    [caseId, manyEvents / 2],
  )
}
