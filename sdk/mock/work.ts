import type { Assignee, AssignTask, Task } from '../generated/types.ts'
import { stateOf } from './cases.ts'
import { type Logged, refusal, rules } from './engine.ts'
import type { Command } from './forwards.ts'
import { documentsOf, withoutUndefined } from './records.ts'
import type { Handlers, World } from './world.ts'

type OpenTask = { id: string }
type TaskRecord = Omit<Task, 'label' | 'actions'>

/** The work on a case: its docket and its tasks, by the workflow of the default profile. */
export function playWork(world: World) {
  const { work } = rules
  const profile = world.profile

  function tasksOf(caseId: string): Task[] {
    world.opening(caseId)
    const state = world.stateOf<{ tasks: OpenTask[] }>(work, { type: '', caseId })
    const worker = { id: world.me.actor.id, roles: world.me.roles, teams: world.me.teams }
    return recordsOf(world.eventsOf(caseId), caseId).map((task) => {
      const open = state.tasks.find(({ id }) => id === task.id)
      const offers = open
        ? rules.offersOn(open, { caseId, state, worker, at: world.clock(), profile })
        : rules.nothingOffered
      const type = rules.taskTypeOf({ profile }, task.type)
      const label = (name: string) => rules.taskTypeOf({ profile }, name)?.label ?? name
      const labelled = (refused: { outcome?: string }) => {
        const known = type?.outcomes?.find(({ name }: { name: string }) => name === refused.outcome)
        return { ...refused, ...(known ? { label: known.label } : {}) }
      }
      const outcomes = (type?.outcomes ?? []).filter(({ name }: { name: string }) =>
        offers.outcomes.includes(name),
      )
      const noteFor = (name?: unknown): string | undefined =>
        offers.notes.find(({ outcome }: { outcome?: string }) => outcome === name)?.why
      const asksNote = noteFor()
      const dayOf = (at: string) => rules.dayShownIn(new Date(at), profile.deadlines.timeZone)
      return {
        ...task,
        ...(task.deadline === undefined ? {} : { deadlineDay: dayOf(task.deadline) }),
        ...(task.onHoldUntil === undefined ? {} : { onHoldDay: dayOf(task.onHoldUntil) }),
        label: label(task.type),
        actions: {
          may: offers.may,
          override: offers.override,
          outcomes: outcomes.map(({ recalls: _, record: __, ...outcome }: Record<string, unknown>) =>
            noteFor(outcome.name) ? { ...outcome, needsNote: true } : outcome,
          ),
          opens: offers.opens.map((name: string) => ({ name, label: label(name) })),
          ...(offers.refused.length > 0 ? { refused: offers.refused.map(labelled) } : {}),
          ...(asksNote === undefined ? {} : { asksNote }),
          ...(offers.asksScope && [...offers.may, ...offers.override].includes('complete')
            ? { asksScope: true as const }
            : {}),
          ...(offers.may.includes('hold') && type?.holdDays ? { holdDays: type.holdDays } : {}),
        },
      }
    })
  }
  function taskOf(caseId: string, taskId: string): Task {
    const found = tasksOf(caseId).find(({ id }) => id === taskId)
    if (!found) throw refusal('notFound', 'There is no such task in this case.')
    return found
  }
  function assigneeOf(given: AssignTask['assignee']): Assignee {
    if ('person' in given) {
      const { id, name } = world.memberNamed(given.person).actor
      return { kind: 'person', id, name }
    }
    rules.refuseUnknownWord('team', given.team, rules.namesOf(profile.teams))
    return rules.teamAssignee({ profile }, given.team)
  }

  const handlers: Handlers = {
    docketCase({ caseId, body: { findings = [], ...given } }) {
      world.change(work, { type: 'docket', caseId, findings, mayOverride: world.isAdministrator, ...given })
      return stateOf(world, caseId)
    },
    listTasks: ({ caseId }, { open }) =>
      tasksOf(caseId).filter((task) => open === undefined || open === (task.closedAt === undefined)),
    getTask: ({ caseId, taskId }) => taskOf(caseId, taskId),
    openTask({ caseId, body: { type, assignee, ...given } }) {
      taskOf(caseId, given.parentId)
      const newTaskId = world.newId('task')
      const named = assignee && { assignee: assigneeOf(assignee) }
      world.change(work, { type: 'openTask', caseId, taskType: type, newTaskId, ...given, ...named })
      return taskOf(caseId, newTaskId)
    },
    routeMail({ caseId, body }) {
      const { documentId } = body
      const document = documentsOf(world, caseId).find(({ id }) => id === documentId)
      if (documentId !== undefined && !document)
        throw refusal('invalid', `The document ${documentId} is not in this case.`)
      const suggested = rules.mailSuggestedBy(document?.documentType, profile) as string[]
      const mailType = body.mailType ?? (suggested.length === 1 ? suggested[0] : undefined)
      if (mailType === undefined) {
        throw refusal(
          'invalid',
          `mailType must be ${rules.oneOf(rules.namesOf(profile.mailTypes))}: no document suggests one.`,
        )
      }
      const { instructions } = body
      const arrival = rules.arrivalOf(body, world.clock())
      const newTaskId = world.newId('task')
      world.change(work, {
        ...{ type: 'routeMail', caseId, newTaskId, mailType },
        ...(documentId === undefined ? {} : { documentId }),
        ...(instructions === undefined ? {} : { instructions }),
        ...(arrival ? { arrival } : {}),
      })
      return taskOf(caseId, newTaskId)
    },
  }

  /** A change of a task, with whom it names. */
  function task({ assignee, ...command }: Command & { assignee?: AssignTask['assignee'] }) {
    const { type, caseId, taskId } = command
    taskOf(caseId, String(taskId))
    const named = assignee && { [type === 'assignTask' ? 'assignee' : 'person']: assigneeOf(assignee) }
    const timer = type === 'holdTask' && { timerId: world.newId('timer') }
    world.change(work, { ...command, ...named, ...timer })
  }

  return { handlers, task }
}

export function recordsOf(events: readonly Logged[], caseId: string): TaskRecord[] {
  const tasks = new Map<string, TaskRecord>()
  for (const { type, data, at, actor } of events) {
    const by = actor.name
    const { taskId: id, ...said } = data as Record<string, never> & { taskId: string }
    if (type === 'task.opened') {
      const {
        type: kind,
        parentId,
        about,
        assignee = null,
        deadline,
        deadlineWhy,
        instructions,
        since,
      } = said
      const first = instructions === undefined ? [] : [{ at, by, text: instructions as string }]
      const opened = {
        id,
        caseId,
        type: kind,
        parentId,
        about,
        status: 'assigned',
        assignee,
        openedAt: since ?? at,
        openedBy: by,
      }
      const record: unknown = withoutUndefined({
        ...opened,
        assignedAt: at,
        deadline,
        deadlineWhy,
        instructions: first,
      })
      tasks.set(id, record as TaskRecord)
      continue
    }
    const task = tasks.get(id)
    if (!task) continue
    const withWords = (text: unknown) =>
      text === undefined ? task.instructions : [...task.instructions, { at, by, text: String(text) }]
    const changed: Partial<Record<keyof TaskRecord, unknown>> | undefined = {
      'task.assigned': { assignee: said.assignee, status: said.status, assignedAt: at },
      'task.started': { status: 'inProgress', startedAt: at },
      'task.held': { status: 'onHold', onHoldUntil: said.until, onHoldWhy: said.why },
      'task.resumed': { status: 'assigned', onHoldUntil: undefined, onHoldWhy: undefined },
      'task.completed': {
        status: 'completed',
        closedAt: at,
        outcome: said.outcome,
        instructions: withWords(said.note),
      },
      'task.cancelled': { status: 'cancelled', closedAt: at, instructions: withWords(said.why) },
      'task.handedOver': { status: 'moved', closedAt: at },
      'task.moved': { parentId: said.parentId },
      'task.deadlineMoved': { deadline: said.deadline, deadlineWhy: said.deadlineWhy },
      'task.instructed': { instructions: withWords(said.text) },
    }[type]
    if (changed) tasks.set(id, withoutUndefined({ ...task, ...changed }) as TaskRecord)
  }
  return [...tasks.values()].sort((a, b) => a.openedAt.localeCompare(b.openedAt))
}
