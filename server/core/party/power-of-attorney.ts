import type { Representation } from '@portico/contract/parties'
import type { Context, Decider, Fact } from '../kernel/decider.ts'
import { evolveTimer, type OneTimer, resetTimer, timerEvents } from '../kernel/one-timer.ts'
import { daysLater } from '../time/moments.ts'
import { isClaimant } from './record.ts'
import { isUnrevoked } from './representation.ts'

export type PowerCommand = {
  type: 'watchPowers'
  caseId: string
  /** The cause of the check. */
  event: { id: string; at: string }
}

type Power = {
  partyId: string
  role: string
  representation: Representation
  stamp: string
  isEnded: boolean
}

export type PowersState = { isClosed: boolean; gone: string[]; powers: Power[]; timer: OneTimer }

/** The timer for the day after a power of attorney ends. */
export const powerTimer = 'powerOfAttorney'

/** Makes the expiry of powers of attorney with an end date an event. */
export const powersOfAttorney: Decider<PowerCommand, PowersState> = {
  name: 'powersOfAttorney',
  needs: { watchPowers: null },
  stateVersion: 1,
  reads: () => ({
    types: [
      'party.representationChanged',
      'party.recorded',
      'party.merged',
      'party.removed',
      'case.closed',
      'case.reopened',
      ...timerEvents,
    ],
  }),
  initial: { isClosed: false, gone: [], powers: [], timer: null },

  evolve(state, event) {
    switch (event.type) {
      case 'party.representationChanged': {
        const { partyId, role, representation, stamp, change } = event.data
        const power = { partyId, role, representation, stamp, isEnded: change === 'ended' }
        return { ...state, powers: [...state.powers.filter((power) => power.partyId !== partyId), power] }
      }
      case 'party.recorded':
        return { ...state, gone: state.gone.filter((id) => id !== event.data.partyId) }
      case 'party.merged':
      case 'party.removed':
        return { ...state, gone: [...state.gone, event.data.partyId] }
      case 'case.closed':
        return { ...state, isClosed: true }
      case 'case.reopened':
        return { ...state, isClosed: false }
      default:
        return { ...state, timer: evolveTimer(state.timer, event, powerTimer) }
    }
  },

  decide({ event }, { isClosed, gone, powers, timer }, context) {
    if (isClosed) return []
    const now = context.at.toISOString()
    const ending = powers.flatMap((power) => {
      const { end } = power.representation.powerOfAttorney
      const isWatched = isUnrevoked(power.representation) && !power.isEnded && !gone.includes(power.partyId)
      return isWatched && end !== undefined ? [{ power, over: dayAfter(end) }] : []
    })
    const next = ending
      .map(({ over }) => over)
      .filter((over) => over > now)
      .toSorted()[0]
    return [
      ...ending.filter(({ over }) => over <= now).map(({ power }) => ended(power, context)),
      ...resetTimer(timer, powerTimer, next, event),
    ]
  },
}

function ended({ partyId, role, representation, stamp }: Power, context: Context): Fact {
  const fields = { partyId, role, isClaimant: isClaimant(role, context) }
  return {
    type: 'party.representationChanged',
    subject: partyId,
    data: { ...fields, change: 'ended', representation, stamp },
  }
}

function dayAfter(date: string): string {
  return daysLater(date, 1).toISOString()
}
