import type { MailType } from '@portico/contract/profile/correspondence'
import { firstRoute, type MailCondition } from '../work/mail.ts'

/** How a piece was routed. Older events lack the team and the conditions of the case. */
export type PastRouting = {
  mailType: string
  because: string | null
  team: string | null
  conditions: readonly string[] | null
}

export type Rerouted = {
  from?: string
  /** Absent if the mail would not be accepted. */
  to?: string
  why: string
}

/** Where another table would route a piece, if different, given the conditions of its case at the time. */
export function reroute(
  past: PastRouting,
  tables: { before: readonly MailType[]; after: readonly MailType[] },
): Rerouted | undefined {
  const conditions = (past.conditions ??
    (past.because === null ? [] : [past.because])) as readonly MailCondition[]
  const typeBefore = tables.before.find(({ name }) => name === past.mailType)
  const typeAfter = tables.after.find(({ name }) => name === past.mailType)
  const from = past.team ?? (typeBefore && firstRoute(typeBefore.routes, conditions)?.team)
  const origin = from === undefined ? {} : { from }
  if (!typeAfter) return { ...origin, why: 'The table has no such type.' }
  if (conditions.includes('caseClosed') && !typeAfter.allowedOnClosed)
    return { ...origin, why: `“${typeAfter.label}” would not be accepted on a closed case.` }
  const route = firstRoute(typeAfter.routes, conditions)
  if (!route) return { ...origin, why: 'No route of its type holds.' }
  const because = route.when === undefined ? 'no condition holds' : `${route.when} holds`
  if (route.team !== from)
    return { ...origin, to: route.team, why: `Its first route that holds: ${because}.` }
  if (typeBefore && typeBefore.taskType !== typeAfter.taskType)
    return {
      ...origin,
      to: route.team,
      why: `The task would be ${typeAfter.taskType} instead of ${typeBefore.taskType}.`,
    }
  if (typeBefore && typeBefore.blocksDistribution !== typeAfter.blocksDistribution)
    return {
      ...origin,
      to: route.team,
      why: typeAfter.blocksDistribution
        ? 'It would block distribution.'
        : 'It would no longer block distribution.',
    }
  return undefined
}
