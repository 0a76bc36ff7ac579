import type { Stage } from './prepared-case.ts'

/** How far the case must be that an example calls `caseId`: by the first pattern that fits. */
const stages: [RegExp, Stage][] = [
  [/client\.(deliveries|decisions)\.|workProducts\.(release|recall)\(/, 'released'],
  [/workProducts\.(sign|return)\(/, 'inReview'],
  [/client\.workProducts\.|boilerplate\.inText\(/, 'drafting'],
  [/client\.tasks\./, 'withAdjudicator'],
  [/client\.mail\.match\(/, 'docketed'],
  [/client\.sessions\./, 'docketed'],
]

/** After one of these a case, or what an example works on in it, is not what other examples expect. */
const spends =
  /\.(docket|refuseDocketing|purge|link|remove|merge|split|decide|open|assign|reassign|start|hold|resume|complete|cancel|routeMail|request|place|end|save|submit|return|discard|sign|recall)\(/

/** The case that an example works on, if it does; whether it must have one of its own, and a page in it. */
export function caseFor(text: string): { stage: Stage; isSpent: boolean; hasPage: boolean } | undefined {
  if (!/\(\s*(id, )?caseId\b|{ caseId, taskId }/.test(text)) return undefined
  const stage = stages.find(([pattern]) => pattern.test(text))?.[1] ?? 'opened'
  return { stage, isSpent: spends.test(text), hasPage: /\bpage: /.test(text) }
}
