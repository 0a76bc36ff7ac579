import type { PartyPerson } from '@portico/contract/parties'
import { type Context, type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../kernel/known-words.ts'
import { evolveTimer, type OneTimer, resetTimer, timerEvents } from '../kernel/one-timer.ts'
import { birthdayAfter } from '../time/moments.ts'

export type PriorityCommand = { caseId: string } & (
  | { type: 'ruleOnMotion'; reason: string; granted: boolean; why: string }
  /** Sent whenever an age may have become relevant; `event` is the cause. */
  | { type: 'weighAge'; event: { id: string; at: string } }
  | { type: 'courtRemand'; why: string }
)

type Of<Type extends PriorityCommand['type']> = PriorityCommand & { type: Type }

export type PriorityState = {
  advanced: string[]
  isCourtRemand: boolean
  isClosed: boolean
  people: { partyId: string; role: string; person: PartyPerson }[]
  timer: OneTimer
}

/** The timer for the day a claimant reaches the age that advances the case. */
export const ageTimer = 'advancedAge'

/** What advances a case: a granted motion, the age of a claimant, a court remand. */
export const priority: Decider<PriorityCommand, PriorityState> = {
  name: 'priority',
  needs: {
    ruleOnMotion: 'advanceCases',
    weighAge: null,
    courtRemand: null,
  },
  stateVersion: 1,
  reads: () => ({
    types: [
      'case.advanced',
      'case.courtRemanded',
      'case.corrected',
      'case.closed',
      'case.reopened',
      'party.recorded',
      'party.merged',
      'party.removed',
      ...timerEvents,
    ],
  }),
  initial: { advanced: [], isCourtRemand: false, isClosed: false, people: [], timer: null },

  evolve(state, event) {
    switch (event.type) {
      case 'case.advanced':
        return { ...state, advanced: event.data.advanced }
      case 'case.courtRemanded':
        return { ...state, isCourtRemand: true }
      case 'case.corrected':
        return event.data.isCourtRemand === false ? { ...state, isCourtRemand: false } : state
      case 'case.closed':
        return { ...state, isClosed: true }
      case 'case.reopened':
        return { ...state, isClosed: false }
      case 'party.recorded': {
        const { partyId, role, person } = event.data
        const others = withoutPerson(state, partyId)
        return { ...state, people: person ? [...others, { partyId, role, person }] : others }
      }
      case 'party.merged':
      case 'party.removed':
        return { ...state, people: withoutPerson(state, event.data.partyId) }
      default:
        return { ...state, timer: evolveTimer(state.timer, event, ageTimer) }
    }
  },

  decide(command, state, context) {
    switch (command.type) {
      case 'ruleOnMotion':
        return rule(command, state, context)
      case 'weighAge':
        return weighAge(command, state, context)
      case 'courtRemand':
        return state.isCourtRemand
          ? []
          : [{ type: 'case.courtRemanded', subject: command.caseId, data: { why: command.why } }]
    }
  },
}

const withoutPerson = ({ people }: PriorityState, partyId: string) =>
  people.filter((person) => person.partyId !== partyId)

function rule({ caseId, ...motion }: Of<'ruleOnMotion'>, state: PriorityState, { profile }: Context): Fact[] {
  const { reason, granted, why } = motion
  const byMotion = profile.priority.advanceReasons.filter((advanceReason) => advanceReason.byMotion)
  refuseUnknownWord('reason for a motion', reason, namesOf(byMotion))
  if (state.isClosed) throw new Refusal('stateForbids', 'A closed case cannot be advanced on the docket.')
  if (granted && state.advanced.includes(reason)) return []
  return [advanced(caseId, reason, granted, why, state)]
}

function advanced(caseId: string, reason: string, granted: boolean, why: string, state: PriorityState): Fact {
  const others = state.advanced.filter((other) => other !== reason)
  const data = { reason, granted, why, advanced: granted ? [...others, reason] : others }
  return { type: 'case.advanced', subject: caseId, data }
}

function weighAge({ caseId, event }: Of<'weighAge'>, state: PriorityState, context: Context): Fact[] {
  if (state.isClosed) return []
  const { ageReason, advancedAge } = context.profile.priority
  const due = ageReachedOn(state, context)
  const isReached = due !== undefined && due <= context.at.toISOString()
  const isAdvanced = state.advanced.includes(ageReason)
  const next = due === undefined || isReached ? undefined : due
  const facts = resetTimer(state.timer, ageTimer, next, event)
  if (isReached && !isAdvanced) {
    facts.push(advanced(caseId, ageReason, true, `A claimant is ${advancedAge} years old, or older.`, state))
  }
  if (!isReached && isAdvanced) {
    facts.push(advanced(caseId, ageReason, false, `No claimant is ${advancedAge} years old.`, state))
  }
  return facts
}

/** When the oldest living claimant reaches the age that advances the case. */
function ageReachedOn({ people }: PriorityState, { profile }: Context): string | undefined {
  const claimants = profile.partyRoles.filter(({ isClaimant }) => isClaimant).map(({ name }) => name)
  const births = people.flatMap(({ role, person: { birthDate, deathDate } }) =>
    claimants.includes(role) && deathDate === undefined && birthDate !== undefined ? [birthDate] : [],
  )
  const [oldest] = births.toSorted()
  return oldest === undefined ? undefined : birthdayAfter(oldest, profile.priority.advancedAge).toISOString()
}
