import type { Recorded } from '../kernel/decider.ts'
import type { OpenTask, Timer, WorkState } from './state.ts'

/** What a task is about: its own thing, or else that of the nearest task that it stands under. */
export function aboutOf({ tasks }: Pick<WorkState, 'tasks'>, task: OpenTask): string | undefined {
  let at: OpenTask | undefined = task
  while (at && at.about === undefined) {
    const { parentId }: OpenTask = at
    at = tasks.find(({ id }) => id === parentId)
  }
  return at?.about
}

/** The id of what an event is about, where a case may have several of it at once; undefined where it is about the case. */
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
 * The open tasks of a type that are meant by something that happened to `about`. Those about that very thing; where
 * there are none, those about nothing that a case has several of. A task about another of its kind is never meant. Of
 * what happens to the whole case, all are meant.
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

/** Parties bear whatever id they were given elsewhere; everything else says by its id what it is. */
function kindOf(id: string): string {
  return /^(session|delivery|doc|issue|task|hist|product)_/.exec(id)?.[1] ?? 'party'
}
