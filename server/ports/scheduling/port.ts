import type { EventType } from '@portico/contract/events'
import { scheduling } from '@portico/contract/ports/scheduling'
import type { NamedParticipant, Slot } from '@portico/contract/sessions'
import type { Portico } from '../../app/portico.ts'
import { type Reaction, reaction } from '../../core/kernel/decider.ts'
import { partyName } from '../../core/party/names.ts'
import { session } from '../../core/session/session.ts'
import { sessionWindow } from '../../core/session/window.ts'
import { adaptersIn } from '../delivery/bindings/adapters-in.ts'
import { cancelled, type Due, type GivenUp, servePort } from '../delivery/bindings/serve-port.ts'
import { faultsOfAvailability, hearAvailability, hearBlackout } from './heard.ts'

export const schedulingPort = servePort(scheduling, {
  needs: ['cases', 'parties', 'profiles', 'sessions'],
  baseline: 'Sessions are placed in the calendars that are kept here: /availability, /slots/search, /holds.',
  adapters: adaptersIn(import.meta.dirname),

  input: {
    async suggestSlots({ caseId, event }, { portico, clock }) {
      const { sessionId, kind } = event.data
      const now = clock()
      if (!(await isAt(caseId, sessionId, ['requested', 'postponed'], portico)))
        return cancelled('The session has a date, or is over.')
      const profile = portico.profiles.inForce()
      const { sessions, deadlines } = profile
      return {
        ...{ case: await caseRef(caseId, portico), sessionId, kind, minutes: sessions.slotMinutes },
        participants: await partiesOf(caseId, portico),
        window: {
          startsAt: now.toISOString(),
          endsAt: sessionWindow(now, deadlines.timeZone, profile).endsAt,
        },
      }
    },

    book: async ({ caseId, event }, { portico }) => {
      const { sessionId, kind, slot, participants = [] } = event.data
      if (!(await isStill(caseId, sessionId, slot, portico)))
        return cancelled('The session was moved, or is over.')
      return { case: await caseRef(caseId, portico), sessionId, kind, participants, slot }
    },

    rebook: async ({ caseId, event }, { portico }) => {
      const { sessionId, kind, slot, from, participants = [] } = event.data
      if (!(await isAt(caseId, sessionId, ['scheduled'], portico))) return cancelled('The session is over.')
      return { case: await caseRef(caseId, portico), sessionId, kind, participants, from, slot }
    },

    release: async ({ caseId, event }, { portico }) => {
      const { sessionId, why } = event.data
      return { case: await caseRef(caseId, portico), sessionId, ...(why ? { why } : {}) }
    },
  },

  answered: {
    suggestSlots({ caseId, binding, event: { data } }, { slots }) {
      const { sessionId } = data
      const ahead = slots.filter(({ startsAt }) => Date.parse(startsAt) > Date.now())
      const command = { type: 'suggestSlots', caseId, sessionId, slots: ahead, binding } as const
      return { commands: [reaction(session, command)] }
    },
    book: (due) => ({ commands: flagged(due, due.event.data.slot) }),
    rebook: (due) => ({ commands: flagged(due, due.event.data.slot) }),
  },

  /** Somebody else was faster there, or it cannot be told: a scheduler decides. */
  gaveUp: {
    book: (due, failure) => flagged(due, due.event.data.slot, failure),
    rebook: (due, failure) => flagged(due, due.event.data.slot, failure),
  },

  faultsOfFact: { availabilityChanged: faultsOfAvailability },
  heard: { availabilityChanged: hearAvailability, blackoutAdded: hearBlackout },
})

type Placed = Due<Extract<EventType, 'session.scheduled' | 'session.rescheduled'>>

/** What the calendar has against the slot now: nothing, where it took it. */
function flagged({ caseId, binding, event }: Placed, of: Slot, failure?: GivenUp): readonly Reaction[] {
  const { sessionId } = event.data
  const why = failure && `The calendar ${binding} did not take it: ${failure.why}`.slice(0, 2000)
  const conflicts = why === undefined ? [] : [{ why }]
  return [reaction(session, { type: 'flagConflicts', caseId, sessionId, conflicts, of, binding })]
}

async function isAt(
  caseId: string,
  sessionId: string,
  statuses: readonly string[],
  { sessions }: Pick<Portico, 'sessions'>,
) {
  const found = (await sessions.list(caseId)).find(({ id }) => id === sessionId)
  return found && statuses.includes(found.status) ? found : undefined
}

async function isStill(
  caseId: string,
  sessionId: string,
  { startsAt }: Slot,
  portico: Pick<Portico, 'sessions'>,
) {
  const found = await isAt(caseId, sessionId, ['scheduled'], portico)
  return found?.slot !== undefined && Date.parse(found.slot.startsAt) === Date.parse(startsAt)
}

async function caseRef(caseId: string, { cases }: Pick<Portico, 'cases'>) {
  const { docketNumber } = await cases.find(caseId)
  return { caseId, docketNumber }
}

/** Those who will have to be there, as far as the case says. */
async function partiesOf(
  caseId: string,
  { parties: onCase, profiles }: Pick<Portico, 'parties' | 'profiles'>,
): Promise<NamedParticipant[]> {
  const { partyRoles } = profiles.inForce()
  const isClaimant = (role: string) => partyRoles.some(({ name, isClaimant }) => name === role && isClaimant)
  const parties = await onCase.list(caseId)
  return parties
    .filter(({ role }) => isClaimant(role))
    .map((party) => ({ kind: 'party' as const, id: party.id, name: partyName(party) }))
}
