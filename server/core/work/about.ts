import type { Recorded } from '../kernel/decider.ts'
import type { OpenTask, Timer, WorkState } from './state.ts'

/** The subject of a task: its own, or that of its nearest ancestor. */
export function aboutOf({ tasks }: Pick<WorkState, 'tasks'>, task: OpenTask): string | undefined {
  let current: OpenTask | undefined = task
  while (current && current.about === undefined) {
    const { parentId }: OpenTask = current
    current = tasks.find(({ id }) => id === parentId)
  }
  return current?.about
}

/** The ID of an event's subject; undefined if it is the case, or something that a case has only once. */
export function subjectOf(event: Recorded, caseId: string): string | undefined {
  switch (event.type.split('.')[0]) {
    case 'case':
    case 'workProduct':
      return undefined
    case 'task':
    case 'timer':
      return (event.data as { about?: string }).about
    case 'delivery':
      // A failure of one binding is a separate subject: another binding may have reached the recipient.
      return (event.type === 'delivery.failed' && event.data.obligationId) || event.subject
    default:
      return event.subject === caseId ? undefined : event.subject
  }
}

/** A second subject of an event: a receipt settles both the delivery and the obligation of its binding. */
export function secondSubject(event: Recorded): string | undefined {
  return event.type === 'delivery.receipted' ? event.data.obligationId : undefined
}

/**
 * The open tasks of a type that an event about `about` concerns: those with the same subject, otherwise those without a
 * subject or with one of another kind. An event about the whole case concerns all.
 */
export function tasksConcerned(
  state: WorkState,
  type: string,
  about: string | undefined,
  second?: string,
): OpenTask[] {
  const ofType = state.tasks.filter((task) => task.type === type)
  return concerned(ofType, about, (task) => aboutOf(state, task), second)
}

/** Whether the task is about one decision and the event about another. */
export function isAboutOtherDecision(state: WorkState, task: OpenTask, { type, data }: Recorded): boolean {
  const about = aboutOf(state, task)
  if (!type.startsWith('workProduct.') || about === undefined || kindOf(about) !== 'product') return false
  return about !== (data as { workProductId?: string }).workProductId
}

export function timersConcerned({ timers }: WorkState, name: string, about: string | undefined): Timer[] {
  const matching = timers.filter((timer) => timer.name === name || timer.deadline === name)
  return concerned(matching, about, (timer) => timer.about)
}

function concerned<Item>(
  items: Item[],
  about: string | undefined,
  subjectOfItem: (item: Item) => string | undefined,
  second = about,
) {
  if (about === undefined) return items
  const exact = items.filter((item) => [about, second].includes(subjectOfItem(item)))
  if (exact.length > 0) return exact
  return items.filter((item) => {
    const other = subjectOfItem(item)
    return other === undefined || kindOf(other) !== kindOf(about)
  })
}

export const isOfOtherKind = (id: string, other: string | undefined): boolean =>
  other === undefined || kindOf(id) !== kindOf(other)

/** Every ID has a prefix for its kind, except those of parties, which may come from other systems. */
function kindOf(id: string): string {
  const kind = /^(session|delivery|ltr|obl|doc|issue|task|hist|product|remand)_/.exec(id)?.[1] ?? 'party'
  return kind === 'obl' ? 'delivery' : kind
}
