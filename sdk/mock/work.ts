import * as rules from '../generated/rules.js'
import type { Assignee, AssignTask, Task } from '../generated/types.ts'
import { stateOf } from './cases.ts'
import { defined, type Logged, refusal } from './engine.ts'
import type { Command } from './forwards.ts'
import { documentsOf } from './records.ts'
import type { Handlers, World } from './world.ts'

type TaskRecord = Omit<Task, 'label' | 'actions'>

/** The work on a case: its docket and its tasks, by the workflow of the default profile. */
export function playWork(world: World) {
  const { work } = rules
  const profile = world.profile

  function tasksOf(caseId: string): Task[] {
    world.opening(caseId)
    const state = world.stateIn(work, caseId)
    const worker = { id: world.me.actor.id, roles: world.me.roles, teams: world.me.teams }
    return recordsOf(world.eventsOf(caseId), caseId).map((task) => {
      const open = state.tasks.find(({ id }) => id === task.id)
      const offers = open
        ? rules.offersOn(open, { caseId, state, worker, at: world.clock(), profile })
        : rules.noOffers
      const type = rules.taskTypeOf({ profile }, task.type)
      const label = (name: string) => rules.taskTypeOf({ profile }, name)?.label ?? name
      const labelled = (refused: (typeof offers.refused)[number]) => {
        const known = type?.outcomes?.find(({ name }) => name === refused.outcome)
        return { ...refused, ...(known ? { label: known.label } : {}) }
      }
      const outcomes = (type?.outcomes ?? []).filter(({ name }) => offers.outcomes.includes(name))
      const noteFor = (name?: string) => offers.notes.find(({ outcome }) => outcome === name)?.why
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
          outcomes: outcomes.map(({ recalls: _, record: __, ...outcome }) =>
            noteFor(outcome.name) ? { ...outcome, needsNote: true } : outcome,
          ),
          opens: offers.opens.map((name) => ({ name, label: label(name) })),
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
      const suggested = rules.mailTypesFor(document?.documentType, profile)
      const mailType = body.mailType ?? (suggested.length === 1 ? suggested[0] : undefined)
      if (mailType === undefined) {
        throw refusal(
          'invalid',
          `mailType must be ${rules.oneOf(rules.namesOf(profile.mailTypes))}: no document suggests one.`,
        )
      }
      const { instructions } = body
      const arrival = rules.arrivalOf(rules.withoutUndefined(body), world.clock())
      const newTaskId = world.newId('task')
      world.change(work, {
        type: 'routeMail',
        ...{ caseId, newTaskId, mailType, documentId, instructions, arrival },
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
    world.change(work, { ...command, ...named, ...timer } as never)
  }

  return { handlers, task }
}

export function recordsOf(events: readonly Logged[], caseId: string): TaskRecord[] {
  const tasks = new Map<string, TaskRecord>()
  for (const event of events) {
    const { at, actor } = event
    const by = actor.name
    if (event.type === 'task.opened') {
      const { taskId: id, since, instructions, ...opened } = event.data
      const { type, parentId, about, assignee = null, deadline, deadlineWhy } = opened
      const facts = {
        ...{ id, caseId, type, parentId, about, status: 'assigned' as const, assignee },
        ...{ openedAt: since ?? at, openedBy: by, assignedAt: at, deadline, deadlineWhy },
        instructions: instructions === undefined ? [] : [{ at, by, text: instructions }],
      }
      tasks.set(id, defined<TaskRecord>(facts))
      continue
    }
    const task = 'taskId' in event.data && tasks.get(String(event.data.taskId))
    if (!task) continue
    const withWords = (text: string | undefined) =>
      text === undefined ? task.instructions : [...task.instructions, { at, by, text }]
    tasks.set(task.id, defined<TaskRecord>({ ...task, ...changeBy(event, withWords) }))
  }
  return [...tasks.values()].sort((a, b) => a.openedAt.localeCompare(b.openedAt))
}

function changeBy(
  { type, data, at }: Logged,
  withWords: (text: string | undefined) => TaskRecord['instructions'],
): { [Key in keyof TaskRecord]?: TaskRecord[Key] | undefined } {
  switch (type) {
    case 'task.assigned':
      return { assignee: data.assignee, status: data.status, assignedAt: at }
    case 'task.started':
      return { status: 'inProgress', startedAt: at }
    case 'task.held':
      return { status: 'onHold', onHoldUntil: data.until, onHoldWhy: data.why }
    case 'task.resumed':
      return { status: 'assigned', onHoldUntil: undefined, onHoldWhy: undefined }
    case 'task.completed':
      return {
        status: 'completed',
        closedAt: at,
        outcome: data.outcome,
        instructions: withWords(data.note),
      }
    case 'task.cancelled':
      return { status: 'cancelled', closedAt: at, instructions: withWords(data.why) }
    case 'task.handedOver':
      return { status: 'moved', closedAt: at }
    case 'task.moved':
      return { parentId: data.parentId }
    case 'task.deadlineMoved':
      return { deadline: data.deadline, deadlineWhy: data.deadlineWhy }
    case 'task.instructed':
      return { instructions: withWords(data.text) }
    default:
      return {}
  }
}
