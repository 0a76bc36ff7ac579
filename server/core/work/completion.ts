import type { Profile } from '@portico/contract/profile'
import type { Completion } from '@portico/contract/profile/completion'
import { aboutOf } from './about.ts'
import { neededFor } from './actions.ts'
import { sessionConcerned } from './deadlines.ts'
import { taskTypeOf } from './draft.ts'
import type { OpenTask, WorkState } from './state.ts'

type Happening = NonNullable<Completion['happened']>[number]

/** What must be so before a task of a type is completed by hand; one for drafting needs a draft, if the profile says nothing. */
export function completionOf(type: string, profile: Profile): Completion | undefined {
  const known = taskTypeOf({ profile }, type)
  if (known?.completesWhen || !neededFor(type, profile).includes('draft')) return known?.completesWhen
  return {
    workProduct: ['inReview', 'signed', 'cleared', 'released'],
    otherwise: 'No work product has been submitted.',
  }
}

/** What a task still lacks to be completed so, in a sentence, and whether a note makes up for it. */
export function lackingOf(
  task: OpenTask,
  outcome: string | undefined,
  { state, profile }: { state: WorkState; profile: Profile },
): { why: string; orNote: boolean } | undefined {
  const needed = completionOf(task.type, profile)
  if (!needed || (needed.outcomes && !needed.outcomes.includes(outcome ?? ''))) return undefined
  const { workProduct, effectuation, happened: happening, otherwise, orNote = false } = needed
  const isDone =
    (!workProduct || workProduct.some((status) => status === state.workProduct?.status)) &&
    (!effectuation || effectuation.includes(state.effectuation)) &&
    (!happening || happening.some((happening) => hasHappened(happening, task, needed, state)))
  if (isDone) return undefined
  const label = taskTypeOf({ profile }, task.type)?.label ?? task.type
  return { why: `“${label}” cannot be completed. ${otherwise}`, orNote }
}

function hasHappened(
  { event, where = {}, isAboutSame }: Happening,
  task: OpenTask,
  { sinceSession }: Completion,
  state: WorkState,
): boolean {
  const about = aboutOf(state, task)
  const session = sinceSession ? sessionConcerned(state, task) : undefined
  const begins = [task.openedAt, session && state.sessionStarts[session]]
  const since = Math.min(...begins.flatMap((moment) => (moment ? Date.parse(moment) : [])))
  return state.happened.some(
    (happening) =>
      happening.event === event &&
      Date.parse(happening.at) >= since &&
      (!isAboutSame || happening.about === about) &&
      Object.entries(where).every(([field, values]) => values.includes(happening.fields[field] ?? null)),
  )
}
