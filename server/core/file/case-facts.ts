import type { CaseCorrection, Corrected } from '@portico/contract/cases'
import type { Alias } from '@portico/contract/envelope'
import { type Context, type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../kernel/known-words.ts'
import { dayShownIn } from '../time/days-in-zone.ts'
import { msBetween } from '../time/moments.ts'

/** What a system of record says about a case, and since when it holds there. */
type Upstream = { caseId: string; alias: Alias; asOf: string }

export type CaseFactsCommand =
  | ({ type: 'correctCase'; caseId: string; why: string } & CaseCorrection)
  | ({ type: 'reportCase'; why?: string } & Upstream & ReportedFacts)
  | ({ type: 'retractCase'; why: string } & Upstream)
  | { type: 'aliasCase'; caseId: string; alias: Alias }

export type ReportedFacts = Pick<CaseCorrection, 'caseType' | 'externalStatus'>

export type CaseFactsState = {
  facts: CaseCorrection
  /** Since when each holds, where that is known: a report of something older changes nothing. */
  since: { [Name in keyof CaseCorrection]?: string }
  aliases: string[]
  /** What was reported and retracted: the same is recorded once. */
  told: string[]
}

/** What is known of a case as such: corrections, which keep the previous values, and what systems of record report. */
export const caseFacts: Decider<CaseFactsCommand, CaseFactsState> = {
  name: 'caseFacts',
  needs: { correctCase: 'correctCases', reportCase: null, retractCase: null, aliasCase: null },
  stateVersion: 4,
  reads: () => ({
    types: [
      'case.opened',
      'case.docketed',
      'case.corrected',
      'case.aliased',
      'case.reported',
      'case.retracted',
    ],
  }),
  initial: { facts: {}, since: {}, aliases: [], told: [] },

  evolve(state, event) {
    switch (event.type) {
      case 'case.opened': {
        const { caseType, veteran, receiptDate, alias } = event.data
        const facts = { ...state.facts, caseType, veteran, receiptDate }
        return { ...state, facts, aliases: alias ? [...state.aliases, nameOf(alias)] : state.aliases }
      }
      case 'case.docketed': {
        const { docket, docketDate } = event.data
        return { ...state, facts: { ...state.facts, docket, docketDate } }
      }
      case 'case.corrected': {
        const { was: _, why: __, isCourtRemand: ___, asOf = event.at, ...said } = event.data
        const since = Object.fromEntries(correctedIn(said).map((name) => [name, asOf]))
        return { ...state, facts: { ...state.facts, ...said }, since: { ...state.since, ...since } }
      }
      case 'case.aliased':
        return { ...state, aliases: [...state.aliases, nameOf(event.data.alias)] }
      case 'case.reported': {
        const { alias: _, asOf, why: __, isOvertaken: ___, ...said } = event.data
        const newer = newerIn(said, asOf, state)
        const since = Object.fromEntries(newer.map((name) => [name, asOf]))
        return { ...state, since: { ...state.since, ...since }, told: [...state.told, keyOf(event)] }
      }
      case 'case.retracted':
        return { ...state, told: [...state.told, keyOf(event)] }
      default:
        return state
    }
  },

  decide(command, state, context) {
    const { caseId } = command
    switch (command.type) {
      case 'correctCase': {
        const { type: _, caseId: __, why, ...said } = command
        return correct(caseId, said, { why }, state, context)
      }
      case 'reportCase':
        return [...aliased(command, state), ...report(command, state, context)]
      case 'retractCase': {
        const { alias, asOf, why } = command
        refuseFuture(asOf, context)
        const told: Fact<'case.retracted'> = {
          type: 'case.retracted',
          subject: caseId,
          data: { alias, asOf, why },
        }
        return [...aliased(command, state), ...unlessTold(told, state)]
      }
      case 'aliasCase':
        return aliased(command, state)
    }
  },
}

/** A case is known by whatever is reported of it: where the name is new, somebody has matched the two. */
function aliased({ caseId, alias }: { caseId: string; alias: Alias }, { aliases }: CaseFactsState): Fact[] {
  if (aliases.includes(nameOf(alias))) return []
  return [{ type: 'case.aliased', subject: caseId, data: { alias } }]
}

function correct(
  caseId: string,
  asked: CaseCorrection,
  { why, asOf }: { why: string; asOf?: string },
  { facts }: CaseFactsState,
  { profile, at }: Context,
): Fact[] {
  refuseUnknown(asked, facts, profile)
  refuseLater(asked, dayShownIn(at, profile.deadlines.timeZone))
  const said = { ...placeAfter(asked, facts), ...asked }
  const changed = correctedIn(said).filter(
    (name) => JSON.stringify(said[name]) !== JSON.stringify(facts[name]),
  )
  if (changed.length === 0) return []
  const pick = (from: CaseCorrection): CaseCorrection =>
    Object.fromEntries(changed.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
  const isCourtRemand = profile.caseTypes.find(({ name }) => name === said.caseType)?.isCourtRemand ?? false
  const data: Corrected = {
    ...pick(said),
    ...(changed.includes('caseType') ? { isCourtRemand } : {}),
    was: pick(facts),
    why,
    ...(asOf === undefined ? {} : { asOf }),
  }
  return [{ type: 'case.corrected', subject: caseId, data } satisfies Fact]
}

/** Every report is recorded; what it says holds unless something newer was said already. */
function report(
  command: CaseFactsCommand & { type: 'reportCase' },
  state: CaseFactsState,
  context: Context,
): Fact[] {
  const { type: _, caseId, alias, asOf, why, ...said } = command
  refuseFuture(asOf, context)
  if (correctedIn(said).length === 0)
    throw new Refusal('invalid', 'Say what has changed: caseType or externalStatus.')
  refuseUnknown(said, state.facts, context.profile)
  const newer = newerIn(said, asOf, state)
  const isOvertaken = newer.length === 0
  const recorded: Fact = {
    type: 'case.reported',
    subject: caseId,
    data: {
      alias,
      asOf,
      ...said,
      ...(why === undefined ? {} : { why }),
      ...(isOvertaken ? { isOvertaken } : {}),
    },
  }
  const facts = unlessTold(recorded, state)
  if (facts.length === 0 || isOvertaken) return facts
  const holding = Object.fromEntries(newer.map((name) => [name, said[name]]))
  const reason = why ?? `${alias.source} says so.`
  return [...facts, ...correct(caseId, holding, { why: reason, asOf }, state, context)]
}

function newerIn(said: ReportedFacts, asOf: string, { since }: CaseFactsState): (keyof ReportedFacts)[] {
  return (Object.keys(said) as (keyof ReportedFacts)[]).filter((name) => {
    const before = since[name]
    return before === undefined || Date.parse(asOf) >= Date.parse(before)
  })
}

function unlessTold(fact: Fact<'case.reported' | 'case.retracted'>, { told }: CaseFactsState): Fact[] {
  return told.includes(keyOf(fact)) ? [] : [fact]
}

function keyOf({ type, data }: Fact<'case.reported' | 'case.retracted'>): string {
  const { alias, asOf } = data
  const { caseType = '', externalStatus = '' } = data as ReportedFacts
  return JSON.stringify([type, alias.source, alias.externalId, Date.parse(asOf), caseType, externalStatus])
}

const nameOf = ({ source, externalId }: Alias) => JSON.stringify([source, externalId])

const correctedIn = (said: CaseCorrection) => Object.keys(said) as (keyof CaseCorrection)[]

/** How far clocks may be apart. */
const mostAheadMs = 5 * 60_000

/** It would stand above everything that is reported until then. */
function refuseFuture(asOf: string, { at }: Context) {
  if (msBetween(at, asOf) <= mostAheadMs) return
  throw new Refusal('invalid', `at must not be in the future: it is ${asOf}.`)
}

/** A case that is on its docket by the day of its receipt stays so when that day is corrected. */
function placeAfter({ receiptDate }: CaseCorrection, facts: CaseCorrection): CaseCorrection {
  const isByReceipt = facts.docketDate !== undefined && facts.docketDate === facts.receiptDate
  return receiptDate !== undefined && isByReceipt ? { docketDate: receiptDate } : {}
}

function refuseLater(said: CaseCorrection, today: string) {
  for (const name of ['receiptDate', 'docketDate'] as const) {
    const day = said[name]
    if (day !== undefined && day > today)
      throw new Refusal('invalid', `${name} must not be in the future: it is ${day}, and today is ${today}.`)
  }
}

function refuseUnknown(said: CaseCorrection, facts: CaseCorrection, profile: Context['profile']) {
  if (correctedIn(said).length === 0) {
    throw new Refusal(
      'invalid',
      'Say what is corrected: caseType, docket, veteran, receiptDate, docketDate or externalStatus.',
    )
  }
  if (said.caseType !== undefined) refuseUnknownWord('case type', said.caseType, namesOf(profile.caseTypes))
  if (said.docket !== undefined) refuseUnknownWord('docket', said.docket, namesOf(profile.dockets))
  const isPlaced = said.docket !== undefined || said.docketDate !== undefined
  if (isPlaced && facts.docket === undefined) {
    throw new Refusal('stateForbids', 'The case is on no docket yet: docket it instead.')
  }
}
