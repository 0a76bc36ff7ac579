import { randomBytes } from 'node:crypto'
import type { Anchor } from '@portico/contract/anchors'
import type { Profile } from '@portico/contract/profile'
import type {
  CourtRemand,
  JudgeInstruction,
  MandateCorrection,
  NewAnswer,
  Remand,
  RemandProgress,
  RemandReturn,
} from '@portico/contract/remands'
import type { Permissions } from '../../auth/can.ts'
import { type Returning, remands } from '../../core/decision/remand.ts'
import { isDealtWith, type RemandState } from '../../core/decision/remand-state.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { taskTypeOf } from '../../core/work/draft.ts'
import { dayOfBoard, timerOf } from '../../core/work/reckon.ts'
import { listTasks, type TaskFacts } from '../../projections/list-tasks.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { checkAnchors, resolveAnchors } from '../anchors/anchors.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'
import { whyNotFor } from '../work/assignees.ts'
import { readRemands } from './read-remands.ts'

type Target = { caseId: string; remandId: string }
type Instructed = Target & { instructionId: string }

/** What was sent back, how far it is, and how its instructions are answered. */
export function openRemands(parts: {
  db: Database
  execute: Execute
  profileFor: ProfileFor
  permissions: Pick<Permissions, 'mayRead'>
  recognition: 'on' | 'off'
}) {
  const { db, execute, profileFor, permissions, recognition } = parts

  const list = (caseId: string) =>
    consistentRead(db, async (tx): Promise<Remand[]> => {
      const state = await readRemands(tx, caseId)
      const { remands: known } = state
      if (known.length === 0) return []
      const [profile, tasks, timers] = await Promise.all([
        profileFor(tx),
        listTasks(tx, caseId, { open: true }),
        timersOf(tx, caseId),
      ])
      const anchors = known.flatMap(({ instructions }) =>
        instructions.flatMap(({ answers }) => answers.map(({ anchor }) => anchor)),
      )
      const [checks, names] = await Promise.all([
        checkAnchors(tx, caseId, anchors, recognition),
        documentNames(tx, caseId, anchors),
      ])
      const checked = new Map(anchors.map((anchor, index) => [anchor, checks[index]!]))
      return known.toReversed().map(({ instructions, ...remand }) => ({
        ...remand,
        instructions: instructions.map(({ answers, ...one }) => ({
          ...one,
          ...(isDealtWith(state, { ...remand, instructions }, one) ? { isDealtWith: true } : {}),
          answers: answers.map(({ anchor, ...answer }) => ({
            ...answer,
            anchor,
            documentName: names.get(anchor.documentId) ?? anchor.documentId,
            check: checked.get(anchor)!,
          })),
        })),
        deadlines: deadlinesOf(remand, { tasks, timers, profile }),
      }))
    })

  const get = async (caseId: string, remandId: string): Promise<Remand> => {
    const found = (await list(caseId)).find(({ id }) => id === remandId)
    if (!found) throw new Refusal('notFound', 'There is no such remand in this case.')
    return found
  }

  return {
    list,
    get,

    progress: (request: Request, target: Target, given: RemandProgress) =>
      execute(remands, request, { type: 'reportProgress', ...target, ...given }, () => null),

    /** Whether whoever signed may have it is seen under the lock, with the documents that came. */
    takeBack(request: Request, target: Target, given: RemandReturn) {
      const { caseId, remandId } = target
      const underLock = async (tx: Queryable, profile: Profile) => {
        await refuseMissing(tx, caseId, given.documentIds ?? [])
        const { remands: known } = await readRemands(tx, caseId)
        const signer = known.find(({ id }) => id === remandId)?.adjudicator
        const type = profile.distribution.waitingTypes[0] ?? ''
        const cannot =
          signer &&
          (await whyNotFor(
            tx,
            { caseId, personId: signer.id, type },
            {
              context: { profile, at: request.at },
              mayRead: permissions.mayRead,
            },
          ))
        const adjudicator: Returning = cannot === undefined ? {} : { cannot }
        return { type: 'takeBack' as const, ...target, ...given, adjudicator }
      }
      return execute(remands, request, { caseId, underLock }, () => null)
    },

    receiveFromCourt(request: Request, caseId: string, given: CourtRemand) {
      const remandId = newId('remand', request.at, randomBytes(10))
      const underLock = async (tx: Queryable) => {
        await refuseMissing(tx, caseId, [given.documentId])
        const [row] = await tx.rows<{ documentType: string | null }>(
          `select document_type as "documentType" from documents where case_id = $1 and document_id = $2`,
          [caseId, given.documentId],
        )
        const documentType = row?.documentType ?? undefined
        return { type: 'receiveFromCourt' as const, caseId, remandId, documentType, ...given }
      }
      return execute(remands, request, { caseId, underLock }, () => remandId)
    },

    correctMandate: (request: Request, target: Target, given: MandateCorrection) =>
      execute(remands, request, { type: 'correctMandate', ...target, ...given }, () => null),

    answer(request: Request, target: Instructed, { note, ...given }: NewAnswer) {
      const { caseId } = target
      const answerId = newId('cite', request.at, randomBytes(10))
      const underLock = async (tx: Queryable) => {
        const [resolved] = await resolveAnchors(tx, caseId, [given])
        const { anchor } = resolved!
        const noted = note === undefined ? {} : { note }
        return { type: 'answerInstruction' as const, ...target, answerId, anchor, ...noted }
      }
      return execute(remands, request, { caseId, underLock }, () => null)
    },

    removeAnswer: (request: Request, target: Instructed & { answerId: string }) =>
      execute(remands, request, { type: 'removeAnswer', ...target }, () => null),

    judge: (request: Request, target: Instructed, given: JudgeInstruction) =>
      execute(remands, request, { type: 'judgeInstruction', ...target, ...given }, () => null),
  }
}

export type Remands = ReturnType<typeof openRemands>

type Running = {
  about: string | null
  taskId: string | null
  deadline: string
  due: Date | null
  day: string | null
  why: string | null
}

/** The deadlines of the profile that run in a case. */
function timersOf(tx: Queryable, caseId: string): Promise<Running[]> {
  return tx.rows<Running>(
    `select about, task_id as "taskId", deadline, nullif(due_at, 'infinity') as due, day::text, why from timers
     where case_id = $1 and deadline is not null`,
    [caseId],
  )
}

/** Those that are declared and about it, then until when a task about it waits or is due without one. */
function deadlinesOf(
  { id, kind, status }: Pick<RemandState, 'id' | 'kind' | 'status'>,
  { tasks, timers, profile }: { tasks: readonly TaskFacts[]; timers: readonly Running[]; profile: Profile },
): Remand['deadlines'] {
  const isAlone = kind === 'board' && status !== 'returned' && status !== 'ended'
  const meant = tasks.filter(
    ({ type, about }) => about === id || (about === undefined && isAlone && type === 'remandTracking'),
  )
  const running = timers.filter(
    ({ about, taskId }) => about === id || meant.some((task) => task.id === taskId),
  )
  const declared = running.map(({ deadline, taskId, due, day, why }) => ({
    label: timerOf({ profile }, deadline)?.label ?? deadline,
    ...withoutUndefined({
      due: due?.toISOString(),
      day: day ?? undefined,
      why: why ?? undefined,
      taskId: taskId ?? undefined,
    }),
  }))
  const other = meant.flatMap(({ id: taskId, type, onHoldUntil, onHoldWhy, deadline, deadlineWhy }) => {
    const due = onHoldUntil ?? deadline
    if (due === undefined || running.some((timer) => timer.taskId === taskId)) return []
    const why = onHoldUntil === undefined ? deadlineWhy : onHoldWhy
    const label = taskTypeOf({ profile }, type)?.label ?? type
    return [{ label, due, day: dayOfBoard({ profile }, due), ...withoutUndefined({ why }), taskId }]
  })
  return [...declared, ...other].toSorted((one, another) =>
    (one.due ?? '~').localeCompare(another.due ?? '~'),
  )
}

async function documentNames(
  tx: Queryable,
  caseId: string,
  anchors: readonly Anchor[],
): Promise<Map<string, string>> {
  if (anchors.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; name: string }>(
    `select document_id as id, name from documents where case_id = $1 and document_id = any($2)`,
    [caseId, [...new Set(anchors.map(({ documentId }) => documentId))]],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function refuseMissing(tx: Queryable, caseId: string, documentIds: readonly string[]) {
  const rows = await tx.rows<{ id: string }>(
    `select document_id as id from documents where case_id = $1 and document_id = any($2) and status = 'current'`,
    [caseId, documentIds],
  )
  const missing = documentIds.find((documentId) => !rows.some(({ id }) => id === documentId))
  if (missing !== undefined)
    throw new Refusal('invalid', `There is no document ${missing.slice(0, 100)} in the file of this case.`)
}
