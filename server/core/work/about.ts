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
    default:
      return event.subject === caseId ? undefined : event.subject
  }
}

/**
 * The open tasks of a type that an event about `about` refers to: those with the same subject or, if there are none,
 * those without a subject; never those with another. An event about the whole case refers to all.
 */
export function tasksMeant(state: WorkState, type: string, about: string | undefined): OpenTask[] {
  const ofType = state.tasks.filter((task) => task.type === type)
  return meant(ofType, about, (task) => aboutOf(state, task))
}

export function timersMeant({ timers }: WorkState, name: string, about: string | undefined): Timer[] {
  const ofName = timers.filter((timer) => timer.name === name)
  return meant(ofName, about, (timer) => timer.about)
}

function meant<Item>(items: Item[], about: string | undefined, of: (item: Item) => string | undefined) {
  if (about === undefined) return items
  const exact = items.filter((item) => of(item) === about)
  if (exact.length > 0) return exact
  return items.filter((item) => {
    const other = of(item)
    return other === undefined || kindOf(other) !== kindOf(about)
  })
}

/** Party IDs come from elsewhere; every other ID has a prefix for its kind. */
function kindOf(id: string): string {
  return /^(session|delivery|doc|issue|task|hist|product)_/.exec(id)?.[1] ?? 'party'
}
