import type { MailType } from '@portico/contract/profile/correspondence'
import { type MailCondition, routeUnder } from '../work/mail.ts'

/** How a piece was routed. Older events do not say the team, nor everything that held of the case. */
export type PastRouting = {
  mailType: string
  because: string | null
  team: string | null
  conditions: readonly string[] | null
}

export type Rerouted = {
  from?: string
  /** Absent where it would not be taken. */
  to?: string
  why: string
}

/** Where a piece would go by another table, if that is elsewhere; by what held of its case when it came. */
export function reroute(
  past: PastRouting,
  tables: { before: readonly MailType[]; after: readonly MailType[] },
): Rerouted | undefined {
  const held = (past.conditions ?? (past.because === null ? [] : [past.because])) as readonly MailCondition[]
  const then = tables.before.find(({ name }) => name === past.mailType)
  const now = tables.after.find(({ name }) => name === past.mailType)
  const from = past.team ?? (then && routeUnder(then.routes, held)?.team)
  const said = from === undefined ? {} : { from }
  if (!now) return { ...said, why: 'The table has no such type.' }
  if (held.includes('caseClosed') && !now.allowedOnClosed)
    return { ...said, why: `“${now.label}” would not be accepted on a closed case.` }
  const route = routeUnder(now.routes, held)
  if (!route) return { ...said, why: 'No route of its type holds.' }
  const because = route.when === undefined ? 'no condition holds' : `${route.when} holds`
  if (route.team !== from) return { ...said, to: route.team, why: `Its first route that holds: ${because}.` }
  if (then && then.taskType !== now.taskType)
    return { ...said, to: route.team, why: `The task would be ${now.taskType} instead of ${then.taskType}.` }
  if (then && then.blocksDistribution !== now.blocksDistribution)
    return {
      ...said,
      to: route.team,
      why: now.blocksDistribution ? 'It would block distribution.' : 'It would no longer block distribution.',
    }
  return undefined
}
