import type { Recorded } from '../kernel/decider.ts'
import type { OpenTask, Timer, WorkState } from './state.ts'

/** The subject of a task: its own, or that of the nearest ancestor. */
export function aboutOf({ tasks }: Pick<WorkState, 'tasks'>, task: OpenTask): string | undefined {
  let at: OpenTask | undefined = task
  while (at && at.about === undefined) {
    const { parentId }: OpenTask = at
    at = tasks.find(({ id }) => id === parentId)
  }
  return at?.about
}

/** The ID of an event's subject, if a case may have several of its kind; undefined if it is the case. */
export function subjectOf(event: Recorded, caseId: string): string | undefined {
  switch (event.type.split('.')[0]) {
    case 'case':
    case 'workProduct':
      return undefined
    case 'task':
    case 'timer':
      return (event.data as { about?: string }).about
    case 'delivery':
      // What could not be sent to a binding is a thing of its own: the recipient may have got it by another.
      return (event.type === 'delivery.failed' && event.data.obligationId) || event.subject
    default:
      return event.subject === caseId ? undefined : event.subject
  }
}

/** What an event is about beside its subject: a receipt settles the delivery, and what its binding owed for it. */
export function alsoAbout(event: Recorded): string | undefined {
  return event.type === 'delivery.receipted' ? event.data.obligationId : undefined
}

/**
 * The open tasks of a type that an event about `about` refers to: those with the same subject or, if there are none,
 * those without a subject; never those with another. An event about the whole case refers to all.
 */
export function tasksMeant(
  state: WorkState,
  type: string,
  about: string | undefined,
  also?: string,
): OpenTask[] {
  const ofType = state.tasks.filter((task) => task.type === type)
  return meant(ofType, about, (task) => aboutOf(state, task), also)
}

/** Whether the task is about a decision, and what happened concerns another one. */
export function isOfOtherDecision(state: WorkState, task: OpenTask, { type, data }: Recorded): boolean {
  const about = aboutOf(state, task)
  if (!type.startsWith('workProduct.') || about === undefined || kindOf(about) !== 'product') return false
  return about !== (data as { workProductId?: string }).workProductId
}

export function timersMeant({ timers }: WorkState, name: string, about: string | undefined): Timer[] {
  const ofName = timers.filter((timer) => timer.name === name || timer.deadline === name)
  return meant(ofName, about, (timer) => timer.about)
}

function meant<Item>(
  items: Item[],
  about: string | undefined,
  of: (item: Item) => string | undefined,
  also = about,
) {
  if (about === undefined) return items
  const exact = items.filter((item) => [about, also].includes(of(item)))
  if (exact.length > 0) return exact
  return items.filter((item) => {
    const other = of(item)
    return other === undefined || kindOf(other) !== kindOf(about)
  })
}

export const isOfOtherKind = (id: string, other: string | undefined): boolean =>
  other === undefined || kindOf(id) !== kindOf(other)

/** Party IDs come from elsewhere; every other ID has a prefix for its kind. What a binding owes is a delivery, too. */
function kindOf(id: string): string {
  const kind = /^(session|delivery|ltr|obl|doc|issue|task|hist|product|remand)_/.exec(id)?.[1] ?? 'party'
  return kind === 'obl' ? 'delivery' : kind
}
