import { daysLater } from '../time/moments.ts'
/** The levers of distribution. */
export type Levers = {
  batchPerDrafter: number
  batchWithoutTeam: number
  mostWaiting: number
  affinityDays: { session: number; advanced: number; courtRemand: number }
  docketGoals: { docket: string; days: number }[]
}

/** A case is reserved for a while for the member who held its session, or decided it before a court remand. */
export type Tie = { memberId: string; because: 'session' | 'decision' }

export type ReadyCase = {
  caseId: string
  taskId: string
  docket: string | null
  docketDate: string
  /** Sorts as docket numbers do. */
  docketOrder: string
  isAdvanced: boolean
  isCourtRemand: boolean
  sensitivity: number
  readySince: string
  tie?: Tie
}

/** A member who requests cases, and the highest sensitivity they see. */
export type Receiver = { memberId: string; drafters: number; waiting: number; mostSensitivity: number }

export type RankReason = 'courtRemandAndAdvanced' | 'advanced' | 'courtRemand' | 'docketNumber'

export type Reason =
  | { because: RankReason }
  | { because: 'session' | 'decision'; keptUntil: string }
  | { because: 'docketGoal'; docket: string; goalDays: number; due: string }

export type Gift = { caseId: string; taskId: string; memberId: string; reasons: Reason[] }
export type TooManyWaiting = { memberId: string; waiting: number; mostWaiting: number }
export type Plan = { gifts: Gift[]; refused: TooManyWaiting[] }

/** The order of a national list: the first that applies. */
const ranks: readonly RankReason[] = ['courtRemandAndAdvanced', 'advanced', 'courtRemand', 'docketNumber']

export function rankReason({
  isAdvanced,
  isCourtRemand,
}: Pick<ReadyCase, 'isAdvanced' | 'isCourtRemand'>): RankReason {
  if (isAdvanced) return isCourtRemand ? 'courtRemandAndAdvanced' : 'advanced'
  return isCourtRemand ? 'courtRemand' : 'docketNumber'
}

/**
 * Distributes in turn: priority cases in the order of the national list, then those reserved for the receiver, then
 * those due soonest by the goal of their docket. Nobody gets a case reserved for another.
 */
export function planDistribution(options: {
  levers: Levers
  receivers: readonly Receiver[]
  cases: readonly ReadyCase[]
  now: Date
}): Plan {
  const { levers, receivers, now } = options
  const cases = options.cases
    .map((one) => ({ ...one, keptUntil: keptUntil(one, levers, now) }))
    .toSorted(byRank)
  const urgent = cases.filter(hasPriority)
  const others = cases.filter((one) => !hasPriority(one))
  const byGoal = others.toSorted((a, b) => compare(dueBy(a, levers), dueBy(b, levers)) || byRank(a, b))
  const taken = new Set<string>()
  const plan: Plan = { gifts: [], refused: [] }

  for (const receiver of receivers) {
    const { memberId, waiting } = receiver
    if (waiting > levers.mostWaiting) {
      plan.refused.push({ memberId, waiting, mostWaiting: levers.mostWaiting })
      continue
    }
    const isKept = (one: KeptCase) => one.keptUntil !== undefined && one.tie?.memberId === memberId
    const isFree = (one: KeptCase) => one.keptUntil === undefined
    const inOrder = [
      ...urgent.filter((one) => isFree(one) || isKept(one)),
      ...others.filter(isKept),
      ...byGoal.filter(isFree),
    ]
    const given = inOrder
      .filter(({ caseId, sensitivity }) => !taken.has(caseId) && sensitivity <= receiver.mostSensitivity)
      .slice(0, batchSize(levers, receiver))
    for (const one of given) {
      taken.add(one.caseId)
      plan.gifts.push({
        caseId: one.caseId,
        taskId: one.taskId,
        memberId,
        reasons: reasonsFor(one, levers, isKept(one)),
      })
    }
  }
  return plan
}

export function batchSize(levers: Levers, { drafters }: Pick<Receiver, 'drafters'>): number {
  return drafters > 0 ? drafters * levers.batchPerDrafter : levers.batchWithoutTeam
}

type KeptCase = ReadyCase & { keptUntil: string | undefined }

/** Undefined if it is not, or no longer, reserved. */
export function keptUntil({ tie, readySince, isAdvanced }: ReadyCase, { affinityDays }: Levers, now: Date) {
  if (!tie) return undefined
  const forSession = isAdvanced ? affinityDays.advanced : affinityDays.session
  const until = laterBy(readySince, tie.because === 'decision' ? affinityDays.courtRemand : forSession)
  return until > now.toISOString() ? until : undefined
}

function reasonsFor(one: KeptCase, levers: Levers, isKept: boolean): Reason[] {
  const kept: Reason[] =
    isKept && one.tie && one.keptUntil ? [{ because: one.tie.because, keptUntil: one.keptUntil }] : []
  if (hasPriority(one)) return [{ because: rankReason(one) }, ...kept]
  if (kept.length > 0) return kept
  const goal = goalOf(one, levers)
  const due = dueDate(one, levers)
  if (!goal || !due) return [{ because: 'docketNumber' }]
  return [{ because: 'docketGoal', docket: goal.docket, goalDays: goal.days, due }]
}

function hasPriority(one: ReadyCase): boolean {
  return one.isAdvanced || one.isCourtRemand
}

const goalOf = ({ docket }: ReadyCase, { docketGoals }: Levers) =>
  docketGoals.find((goal) => goal.docket === docket)

/** When it is due by the goal of its docket, if there is one. */
export function dueDate(one: ReadyCase, levers: Levers): string | undefined {
  const goal = goalOf(one, levers)
  return goal && laterBy(one.docketDate, goal.days).slice(0, 10)
}

/** Without a goal it comes last. */
const dueBy = (one: ReadyCase, levers: Levers) => dueDate(one, levers) ?? '9999-12-31'

function byRank(a: ReadyCase, b: ReadyCase): number {
  return (
    ranks.indexOf(rankReason(a)) - ranks.indexOf(rankReason(b)) ||
    compare(a.docketOrder, b.docketOrder) ||
    compare(a.taskId, b.taskId)
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const laterBy = (date: string, days: number) => daysLater(date, days).toISOString()
