import { daysLater } from '../time/moments.ts'
/** The settings of distribution. */
export type Levers = {
  batchPerDrafter: number
  batchWithoutTeam: number
  mostWaiting: number
  affinityDays: { session: number; advanced: number; courtRemand: number }
  docketGoals: { docket: string; days: number }[]
}

/** The member for whom a case is reserved for a while: who held its session, or decided it before a court remand. */
export type Tie = { memberId: string; because: 'session' | 'decision' }

export type ReadyCase = {
  caseId: string
  taskId: string
  docket: string | null
  docketDate: string
  /** Sorts like docket numbers. */
  docketOrder: string
  isAdvanced: boolean
  isCourtRemand: boolean
  sensitivity: number
  readySince: string
  tie?: Tie
}

/** A member who requests cases. */
export type Receiver = { memberId: string; drafters: number; waiting: number; mostSensitivity: number }

export type RankReason = 'courtRemandAndAdvanced' | 'advanced' | 'courtRemand' | 'docketNumber'

export type Reason =
  | { because: RankReason }
  | { because: 'session' | 'decision'; keptUntil: string }
  | { because: 'docketGoal'; docket: string; goalDays: number; due: string }

export type Gift = { caseId: string; taskId: string; memberId: string; reasons: Reason[] }
export type TooManyWaiting = { memberId: string; waiting: number; mostWaiting: number }
export type Plan = { gifts: Gift[]; refused: TooManyWaiting[] }

/** In descending order; the first that applies counts. */
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
    .map((ready) => ({ ...ready, keptUntil: keptUntil(ready, levers, now) }))
    .toSorted(byRank)
  const urgent = cases.filter(hasPriority)
  const others = cases.filter((ready) => !hasPriority(ready))
  const byGoal = others.toSorted((a, b) => compare(dueBy(a, levers), dueBy(b, levers)) || byRank(a, b))
  const distributed = new Set<string>()
  const plan: Plan = { gifts: [], refused: [] }

  for (const receiver of receivers) {
    const { memberId, waiting } = receiver
    if (waiting > levers.mostWaiting) {
      plan.refused.push({ memberId, waiting, mostWaiting: levers.mostWaiting })
      continue
    }
    const isKept = (ready: KeptCase) => ready.keptUntil !== undefined && ready.tie?.memberId === memberId
    const isFree = (ready: KeptCase) => ready.keptUntil === undefined
    const candidates = [
      ...urgent.filter((ready) => isFree(ready) || isKept(ready)),
      ...others.filter(isKept),
      ...byGoal.filter(isFree),
    ]
    const batch = candidates
      .filter(
        ({ caseId, sensitivity }) => !distributed.has(caseId) && sensitivity <= receiver.mostSensitivity,
      )
      .slice(0, batchSize(levers, receiver))
    for (const ready of batch) {
      distributed.add(ready.caseId)
      plan.gifts.push({
        caseId: ready.caseId,
        taskId: ready.taskId,
        memberId,
        reasons: reasonsFor(ready, levers, isKept(ready)),
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
  const sessionDays = isAdvanced ? affinityDays.advanced : affinityDays.session
  const until = laterBy(readySince, tie.because === 'decision' ? affinityDays.courtRemand : sessionDays)
  return until > now.toISOString() ? until : undefined
}

function reasonsFor(ready: KeptCase, levers: Levers, isKept: boolean): Reason[] {
  const kept: Reason[] =
    isKept && ready.tie && ready.keptUntil ? [{ because: ready.tie.because, keptUntil: ready.keptUntil }] : []
  if (hasPriority(ready)) return [{ because: rankReason(ready) }, ...kept]
  if (kept.length > 0) return kept
  const goal = goalOf(ready, levers)
  const due = dueDate(ready, levers)
  if (!goal || !due) return [{ because: 'docketNumber' }]
  return [{ because: 'docketGoal', docket: goal.docket, goalDays: goal.days, due }]
}

function hasPriority(ready: ReadyCase): boolean {
  return ready.isAdvanced || ready.isCourtRemand
}

const goalOf = ({ docket }: ReadyCase, { docketGoals }: Levers) =>
  docketGoals.find((goal) => goal.docket === docket)

/** When a case is due by the goal of its docket, if any. */
export function dueDate(ready: ReadyCase, levers: Levers): string | undefined {
  const goal = goalOf(ready, levers)
  return goal && laterBy(ready.docketDate, goal.days).slice(0, 10)
}

/** Cases without a goal come last. */
const dueBy = (ready: ReadyCase, levers: Levers) => dueDate(ready, levers) ?? '9999-12-31'

function byRank(a: ReadyCase, b: ReadyCase): number {
  return (
    ranks.indexOf(rankReason(a)) - ranks.indexOf(rankReason(b)) ||
    compare(a.docketOrder, b.docketOrder) ||
    compare(a.taskId, b.taskId)
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const laterBy = (date: string, days: number) => daysLater(date, days).toISOString()
