import { defaultProfile } from '../profile/default.ts'
import type { Database } from '../store/db.ts'

type Raw = { caseId: string; type: string; at: Date; actor: { id: string }; data: Record<string, unknown> }
type Assignee = { kind: string; id: string }
type Task = {
  type: string
  status: string
  isOpen: boolean
  parentId?: string
  assignee?: Assignee
  openedAt: Date
  deadline?: Date
}
type Decided = { issueId: string; disposition: string }
type Case = {
  caseType: string
  docket: string | null
  level: number
  openedAt: Date
  closedAt?: Date | undefined
  standing?: { step: string; taskId?: string; enteredStepAt: Date }
  tasks: Map<string, Task>
  issueTypes: Map<string, string>
  signed: Map<string, { at: Date; dispositions: Decided[] }>
}

const teams = defaultProfile.teams.map(({ name: id, label: name }) => ({ id, name }))

/** Counts how often each key occurs; keys are the values of a row, joined. */
function counted(keys: readonly (readonly unknown[])[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const key of keys) counts[key.join(' ')] = (counts[key.join(' ')] ?? 0) + 1
  return counts
}

const month = (at: Date) => `${at.toISOString().slice(0, 7)}-01`
const daysBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 86_400_000

/** The value below which this share of all lies, between two of them in proportion. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? 0
  return Math.round((below + (above - below) * (place % 1)) * 100) / 100
}

/**
 * The figures of the standard reports, told by the log of events alone: one event after the other, by what the contract
 * says it means, without any table that the reports are made from.
 */
export async function rawFigures(db: Database, now: Date, mostSensitivity = 1000) {
  const events = await db.rows<Raw>(
    `select case_id as "caseId", type, at, actor, data from events where data is not null order by position`,
  )
  const all = new Map<string, Case>()
  const receipted: string[][] = []
  const failed: string[][] = []
  for (const event of events) take(event)
  const cases = [...all.values()].filter(({ level }) => level <= mostSensitivity)
  const open = cases.flatMap((one) =>
    [...one.tasks.values()]
      .filter(({ isOpen, parentId }) => isOpen && parentId)
      .map((task) => ({ ...task, one })),
  )
  const stays = cases.flatMap(({ standing, closedAt, tasks }) =>
    standing && (!closedAt || tasks.get(standing.taskId ?? '')?.isOpen) ? [standing] : [],
  )
  const members = await db.rows<{ id: string; name: string }>(`select id, display_name as name from members`)
  const heldBy = ({ assignee }: Task) => {
    const named = assignee?.kind === 'team' ? teams : members
    return assignee ? (named.find(({ id }) => id === assignee.id)?.name ?? assignee.id) : null
  }

  return {
    opened: counted(cases.map((one) => [month(one.openedAt), one.caseType, one.docket])),
    closed: counted(
      cases.flatMap((one) => (one.closedAt ? [[month(one.closedAt), one.caseType, one.docket]] : [])),
    ),
    ages: Object.fromEntries(
      [...Map.groupBy(stays, ({ step }) => step)].map(([step, of]) => {
        const ages = of.map(({ enteredStepAt }) => daysBetween(enteredStepAt, now))
        return [step, [of.length, ...[0.5, 0.75, 0.95].map((share) => percentile(ages, share))]]
      }),
    ),
    overdue: counted(
      open
        .filter(({ deadline, status }) => deadline && deadline < now && status !== 'onHold')
        .map((task) => [heldBy(task), task.type]),
    ),
    queues: counted(
      open.filter(({ assignee }) => assignee?.kind === 'team').map(({ assignee }) => [assignee?.id]),
    ),
    load: counted(
      open.filter(({ assignee }) => assignee?.kind === 'person').map((task) => [heldBy(task), task.status]),
    ),
    decisions: counted(
      cases.flatMap(({ signed, issueTypes }) =>
        [...signed.values()].flatMap(({ at, dispositions }) =>
          dispositions.map(({ issueId, disposition }) => [month(at), issueTypes.get(issueId), disposition]),
        ),
      ),
    ),
    receipted: counted(receipted),
    failed: counted(failed),
  }

  function take({ caseId, type, at, actor, data }: Raw) {
    if (type === 'case.opened') {
      const { caseType, sensitivity = 0 } = data as { caseType: string; sensitivity?: number }
      const empty = { tasks: new Map(), issueTypes: new Map(), signed: new Map() }
      all.set(caseId, { caseType, docket: null, level: sensitivity, openedAt: at, ...empty })
      return
    }
    const one = all.get(caseId)
    if (!one) return
    const task = one.tasks.get(String(data.taskId))
    switch (type) {
      case 'case.docketed':
        one.docket = data.docket as string
        return
      case 'case.sensitivitySet':
        one.level = data.level as number
        return
      case 'case.closed':
        one.closedAt = typeof data.closedAt === 'string' ? new Date(data.closedAt) : at
        return
      case 'case.reopened':
        one.closedAt = undefined
        return
      case 'case.stateChanged':
        one.standing = {
          step: data.step as string,
          enteredStepAt: new Date(data.enteredStepAt as string),
          ...(data.taskId ? { taskId: data.taskId as string } : {}),
        }
        return
      case 'task.opened': {
        const { parentId, assignee, deadline } = data as {
          parentId?: string
          assignee?: Assignee
          deadline?: string
        }
        one.tasks.set(data.taskId as string, {
          type: data.type as string,
          status: 'assigned',
          isOpen: true,
          openedAt: at,
          ...(parentId ? { parentId } : {}),
          ...(assignee ? { assignee } : {}),
          ...(deadline ? { deadline: new Date(deadline) } : {}),
        })
        return
      }
      case 'task.assigned':
        Object.assign(task!, { assignee: data.assignee, status: data.status })
        return
      case 'task.started':
        task!.status = 'inProgress'
        return
      case 'task.held':
        task!.status = 'onHold'
        return
      case 'task.resumed':
        task!.status = 'assigned'
        return
      case 'task.completed':
      case 'task.cancelled':
        task!.isOpen = false
        return
      case 'issue.added':
      case 'issue.edited':
        one.issueTypes.set(data.issueId as string, data.issueType as string)
        return
      case 'workProduct.signed':
        one.signed.set(data.workProductId as string, { at, dispositions: data.dispositions as Decided[] })
        return
      case 'workProduct.recalled':
        one.signed.delete(data.workProductId as string)
        return
      case 'delivery.receipted':
        if (actor.id.startsWith('binding_')) receipted.push([actor.id])
        return
      case 'delivery.failed':
        failed.push([data.binding as string])
        return
    }
  }
}
