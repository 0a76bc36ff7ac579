import type { Profile } from '@portico/contract/profile'
import type { Completion } from '@portico/contract/profile/completion'
import { aboutOf } from './about.ts'
import { actionsNeeded } from './actions.ts'
import { sessionConcerned } from './deadlines.ts'
import { taskTypeOf } from './draft.ts'
import type { OpenTask, WorkState } from './state.ts'

type Happening = NonNullable<Completion['happened']>[number]

/** The conditions for completing a task by hand; unless the profile says otherwise, a drafting task needs a submitted draft. */
export function conditionsFor(type: string, profile: Profile): Completion | undefined {
  const taskType = taskTypeOf({ profile }, type)
  if (taskType?.completesWhen || !actionsNeeded(type, profile).includes('draft'))
    return taskType?.completesWhen
  return {
    workProduct: ['inReview', 'signed', 'cleared', 'released'],
    otherwise: 'No work product has been submitted.',
  }
}

/** Why a task cannot be completed with an outcome yet, and whether a note would do instead. */
export function unmetCondition(
  task: OpenTask,
  outcome: string | undefined,
  { state, profile }: { state: WorkState; profile: Profile },
): { why: string; orNote: boolean } | undefined {
  const needed = conditionsFor(task.type, profile)
  if (!needed || (needed.outcomes && !needed.outcomes.includes(outcome ?? ''))) return undefined
  const { workProduct, effectuation, happened: happening, otherwise, orNote = false } = needed
  const isMet =
    (!workProduct || workProduct.some((status) => status === state.workProduct?.status)) &&
    (!effectuation || effectuation.includes(state.effectuation)) &&
    (!happening || happening.some((happening) => hasHappened(happening, task, needed, state)))
  if (isMet) return undefined
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
  const startTimes = [task.openedAt, session && state.sessionStarts[session]]
  const since = Math.min(...startTimes.flatMap((moment) => (moment ? Date.parse(moment) : [])))
  return state.happened.some(
    (happening) =>
      happening.event === event &&
      Date.parse(happening.at) >= since &&
      (!isAboutSame || happening.about === about) &&
      Object.entries(where).every(([field, values]) => values.includes(happening.fields[field] ?? null)),
  )
}
