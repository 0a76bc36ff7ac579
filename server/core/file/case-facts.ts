import type { CaseCorrection, Corrected } from '@portico/contract/cases'
import type { Alias } from '@portico/contract/envelope'
import { type Context, type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../kernel/known-words.ts'
import { dayShownIn } from '../time/days-in-zone.ts'
import { msBetween } from '../time/moments.ts'

/** The alias of a case in a system of record, and the time of its report. */
type Upstream = { caseId: string; alias: Alias; asOf: string }

export type CaseFactsCommand =
  | ({ type: 'correctCase'; caseId: string; why: string } & CaseCorrection)
  | ({ type: 'reportCase'; why?: string } & Upstream & ReportedFacts)
  | ({ type: 'retractCase'; why: string } & Upstream)
  | { type: 'aliasCase'; caseId: string; alias: Alias }

export type ReportedFacts = Pick<CaseCorrection, 'caseType' | 'externalStatus'>

export type CaseFactsState = {
  facts: CaseCorrection
  /** Since when each fact holds, if known; an older report does not change it. */
  since: { [Name in keyof CaseCorrection]?: string }
  aliases: string[]
  /** Keys of reports and retractions, each recorded once. */
  told: string[]
}

/** The facts of a case: corrections, which keep the previous values, and reports of systems of record. */
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
        const { was: _, why: __, isCourtRemand: ___, asOf = event.at, ...corrected } = event.data
        const since = Object.fromEntries(fieldsIn(corrected).map((name) => [name, asOf]))
        return { ...state, facts: { ...state.facts, ...corrected }, since: { ...state.since, ...since } }
      }
      case 'case.aliased':
        return { ...state, aliases: [...state.aliases, nameOf(event.data.alias)] }
      case 'case.reported': {
        const { alias: _, asOf, why: __, isOvertaken: ___, ...reported } = event.data
        const newer = newerIn(reported, asOf, state)
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
        const { type: _, caseId: __, why, ...correction } = command
        return correct(caseId, correction, { why }, state, context)
      }
      case 'reportCase':
        return [...aliased(command, state), ...report(command, state, context)]
      case 'retractCase': {
        const { alias, asOf, why } = command
        refuseFuture(asOf, context)
        const retracted: Fact<'case.retracted'> = {
          type: 'case.retracted',
          subject: caseId,
          data: { alias, asOf, why },
        }
        return [...aliased(command, state), ...unlessRecorded(retracted, state)]
      }
      case 'aliasCase':
        return aliased(command, state)
    }
  },
}

/** The alias in a report is recorded if it is new, since someone must have matched the two. */
function aliased({ caseId, alias }: { caseId: string; alias: Alias }, { aliases }: CaseFactsState): Fact[] {
  if (aliases.includes(nameOf(alias))) return []
  return [{ type: 'case.aliased', subject: caseId, data: { alias } }]
}

function correct(
  caseId: string,
  correction: CaseCorrection,
  { why, asOf }: { why: string; asOf?: string },
  { facts }: CaseFactsState,
  { profile, at }: Context,
): Fact[] {
  refuseUnknown(correction, facts, profile)
  refuseLater(correction, dayShownIn(at, profile.deadlines.timeZone))
  const corrected = { ...docketDateAfter(correction, facts), ...correction }
  const changed = fieldsIn(corrected).filter(
    (name) => JSON.stringify(corrected[name]) !== JSON.stringify(facts[name]),
  )
  if (changed.length === 0) return []
  const pick = (from: CaseCorrection): CaseCorrection =>
    Object.fromEntries(changed.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
  const isCourtRemand =
    profile.caseTypes.find(({ name }) => name === corrected.caseType)?.isCourtRemand ?? false
  const data: Corrected = {
    ...pick(corrected),
    ...(changed.includes('caseType') ? { isCourtRemand } : {}),
    was: pick(facts),
    why,
    ...(asOf === undefined ? {} : { asOf }),
  }
  return [{ type: 'case.corrected', subject: caseId, data } satisfies Fact]
}

/** Every report is recorded, and corrects the facts for which there is no newer report. */
function report(
  command: CaseFactsCommand & { type: 'reportCase' },
  state: CaseFactsState,
  context: Context,
): Fact[] {
  const { type: _, caseId, alias, asOf, why, ...reported } = command
  refuseFuture(asOf, context)
  if (fieldsIn(reported).length === 0)
    throw new Refusal('invalid', 'The report must have caseType or externalStatus.')
  refuseUnknown(reported, state.facts, context.profile)
  const newer = newerIn(reported, asOf, state)
  const isOvertaken = newer.length === 0
  const recorded: Fact = {
    type: 'case.reported',
    subject: caseId,
    data: {
      alias,
      asOf,
      ...reported,
      ...(why === undefined ? {} : { why }),
      ...(isOvertaken ? { isOvertaken } : {}),
    },
  }
  const facts = unlessRecorded(recorded, state)
  if (facts.length === 0 || isOvertaken) return facts
  const correction = Object.fromEntries(newer.map((name) => [name, reported[name]]))
  const reason = why ?? `${alias.source} says so.`
  return [...facts, ...correct(caseId, correction, { why: reason, asOf }, state, context)]
}

function newerIn(reported: ReportedFacts, asOf: string, { since }: CaseFactsState): (keyof ReportedFacts)[] {
  return (Object.keys(reported) as (keyof ReportedFacts)[]).filter((name) => {
    const before = since[name]
    return before === undefined || Date.parse(asOf) >= Date.parse(before)
  })
}

function unlessRecorded(fact: Fact<'case.reported' | 'case.retracted'>, { told }: CaseFactsState): Fact[] {
  return told.includes(keyOf(fact)) ? [] : [fact]
}

function keyOf({ type, data }: Fact<'case.reported' | 'case.retracted'>): string {
  const { alias, asOf } = data
  const { caseType = '', externalStatus = '' } = data as ReportedFacts
  return JSON.stringify([type, alias.source, alias.externalId, Date.parse(asOf), caseType, externalStatus])
}

const nameOf = ({ source, externalId }: Alias) => JSON.stringify([source, externalId])

const fieldsIn = (correction: CaseCorrection) => Object.keys(correction) as (keyof CaseCorrection)[]

/** The clocks of two systems may differ by this much. */
const maxAheadMs = 5 * 60_000

/** A report from the future would override everything reported until then. */
function refuseFuture(asOf: string, { at }: Context) {
  if (msBetween(at, asOf) <= maxAheadMs) return
  throw new Refusal('invalid', `at must not be in the future: it is ${asOf}.`)
}

/** If a case is docketed by its date of receipt, correcting that date corrects its docket date too. */
function docketDateAfter({ receiptDate }: CaseCorrection, facts: CaseCorrection): CaseCorrection {
  const isByReceipt = facts.docketDate !== undefined && facts.docketDate === facts.receiptDate
  return receiptDate !== undefined && isByReceipt ? { docketDate: receiptDate } : {}
}

function refuseLater(correction: CaseCorrection, today: string) {
  for (const name of ['receiptDate', 'docketDate'] as const) {
    const day = correction[name]
    if (day !== undefined && day > today)
      throw new Refusal('invalid', `${name} must not be in the future: it is ${day}, and today is ${today}.`)
  }
}

function refuseUnknown(correction: CaseCorrection, facts: CaseCorrection, profile: Context['profile']) {
  if (fieldsIn(correction).length === 0) {
    throw new Refusal(
      'invalid',
      'The correction must have at least one of caseType, docket, veteran, receiptDate, docketDate and externalStatus.',
    )
  }
  if (correction.caseType !== undefined)
    refuseUnknownWord('case type', correction.caseType, namesOf(profile.caseTypes))
  if (correction.docket !== undefined)
    refuseUnknownWord('docket', correction.docket, namesOf(profile.dockets))
  const isPlaced = correction.docket !== undefined || correction.docketDate !== undefined
  if (isPlaced && facts.docket === undefined) {
    throw new Refusal(
      'stateForbids',
      'docket and docketDate cannot be corrected: the case is not docketed yet.',
    )
  }
}
